import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { renderImplementationPage } from '../../../reports/registry/implementation-page.tsx';
import { renderIndexPage } from '../../../reports/registry/index-page.tsx';
import { emptyFolder } from '../../cli/command.ts';
import { sample, scopeIsGate } from '../../scope.ts';
import { accessibilityProblems } from '../axe.ts';
import { describeInBrowser, expectText } from '../browser.ts';
import { hostileStrings, poison } from '../hostile-strings.ts';
import { conformant, inconclusive, interrupted, nonConformant, withFew } from '../results.ts';
import { dated, implementationsOf, siteOf, writeSite } from './site.ts';

const folder = emptyFolder();
afterAll(folder.remove);

const site = siteOf([
  dated(nonConformant, 'alpha', '2026-01-01T08:00:00.000Z'),
  dated(conformant, 'alpha', '2026-01-02T08:00:00.000Z'),
  dated(interrupted, 'alpha', '2026-01-03T08:00:00.000Z'),
  dated(withFew(conformant), `beta ${'with a long name '.repeat(8)}`, '2026-01-03T08:00:00.000Z', {
    claim: ['cash', 'learn'],
  }),
  dated(withFew(interrupted), 'x'.repeat(500), '2026-01-03T08:00:00.000Z'),
  ...Array.from({ length: 13 }, (_, day) =>
    dated(withFew(inconclusive), 'gamma', `2026-02-${day + 10}T00:00:00.000Z`),
  ),
]);
writeSite(site, folder.path);
const overviews = [...site.keys()].filter((path) => /^([^/]+\/)?index\.html$/.test(path));

/** Returns both kinds of pages for the results of one target. */
function pagesOf(results: Parameters<typeof implementationsOf>[0]): readonly string[] {
  const implementations = implementationsOf(results);
  return [renderIndexPage(implementations), ...implementations.map(renderImplementationPage)];
}

describeInBrowser('the pages of a registry', (browser) => {
  /**
   * Opens a page as a file. `seen` contains complaints and requests for other files than those of
   * the site.
   */
  async function visit(path: string, options: BrowserContextOptions = {}) {
    const context = await browser().newContext({ reducedMotion: 'reduce', ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const seen: string[] = [];
    const home = pathToFileURL(folder.path).href;
    page.on('request', (request) => {
      if (!request.url().startsWith(`${home}/`) && !request.url().startsWith('data:'))
        seen.push(request.url());
    });
    page.on('pageerror', (error) => seen.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) seen.push(message.text());
    });
    const go = (to: string) => page.goto(`${home}/${to}`);
    await go(path);
    return { page, seen, go };
  }

  test('lead from the index to the implementation, to the report of a run and back, without script', async () => {
    const { page, seen } = await visit('index.html', { javaScriptEnabled: false });
    const heading = () => page.locator('h1').textContent();
    await page.getByRole('link', { name: 'alpha', exact: true }).click();
    expect(await heading()).toBe('alpha');
    expect(await page.getByLabel('Latest verdict').locator('.verdict').textContent()).toBe(
      'Conformant',
    );
    await page.getByRole('link', { name: 'Report of 2026-01-01 08:00 UTC' }).click();
    expect(await heading()).toBe('Non-conformant');
    await page.goBack();
    await page.getByRole('link', { name: 'Conformance registry' }).click();
    expect(await heading()).toBe('Conformance registry');
    // A row of named symbols shows the latest runs, next to a link to the others.
    const row = page.locator('tbody tr', { hasText: 'gamma' });
    const names = await row
      .locator('.square')
      .evaluateAll((all) => all.map((one) => String(one.getAttribute('aria-label'))));
    expect(names).toHaveLength(8);
    expect([names[0], names.at(-1)]).toEqual([
      '2026-02-15 00:00 UTC: Inconclusive',
      '2026-02-22 00:00 UTC: Inconclusive',
    ]);
    await row.getByRole('link', { name: '5 earlier runs of gamma' }).click();
    expect(await page.locator('.run').count()).toBe(13);
    expect(seen).toEqual([]);
  });

  test('say what changed, and work by keyboard: the skip link comes first, Enter unfolds the changes', async () => {
    const { page, seen } = await visit('alpha/index.html');
    const [cut, good, bad] = await page.locator('.run .since').allTextContents();
    expect(cut).toBe('Not compared: the run did not assess its whole claim.');
    expect(good).toMatch(/^Since 2026-01-01: \d+ fixed, .*; differs in .*build/);
    expect(bad).toBe('The first complete run.');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    const changes = page.locator('details').first();
    expect(await changes.locator('li').first().isVisible()).toBe(false);
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.tagName')) === 'SUMMARY') break;
    }
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe(
      'solid',
    );
    await page.keyboard.press('Enter');
    expect(await changes.locator('li').first().isVisible()).toBe(true);
    expect(seen).toEqual([]);
  });

  const looks = (['light', 'dark'] as const).flatMap((scheme) =>
    [1280, 360].map((width) => [scheme, width] as const),
  );
  test.each(sample('looks of the registry', looks, 3))(
    'satisfy axe, %s, %i px wide',
    async (colorScheme, width) => {
      const options = { colorScheme, viewport: { width, height: 740 }, bypassCSP: true };
      const { page, go } = await visit('index.html', options);
      for (const path of scopeIsGate ? overviews : ['index.html', 'alpha/index.html']) {
        await go(path);
        await page.evaluate(
          'for (const one of document.querySelectorAll("details")) one.open = true',
        );
        expect({ path, problems: await accessibilityProblems(page) }).toEqual({
          path,
          problems: [],
        });
      }
    },
  );

  const widths = scopeIsGate
    ? [320, 360, 600, 767, 769, 1000, 1247, 1249, 1280, 1920]
    : [320, 769, 1920];
  test('fit into every width from 320 px on', async () => {
    const { page, go } = await visit('index.html');
    for (const path of ['index.html', 'alpha/index.html', 'gamma/index.html']) {
      await go(path);
      await page.evaluate(
        'for (const one of document.querySelectorAll("details")) one.open = true',
      );
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        expect({ path, width, beyond: await page.evaluate(beyond) }).toEqual({
          path,
          width,
          beyond: [],
        });
      }
    }
  });

  test('a wrong page fails the checks for accessibility and width', async () => {
    const { page } = await visit('index.html', {
      viewport: { width: 360, height: 740 },
      bypassCSP: true,
    });
    await page.evaluate(
      'document.querySelector("main").innerHTML = `<img src="data:,"><p style="width:40rem">x</p>`',
    );
    expect((await accessibilityProblems(page)).join()).toContain('image-alt: ');
    expect(await page.evaluate(beyond)).toEqual(['P']);
  });

  test('run nothing that a result says, even without a policy', async () => {
    const [good, bad] = [withFew(conformant), withFew(nonConformant)];
    const whole = { interrupted: undefined } as never;
    const poisoned = (payload: string) =>
      pagesOf([
        dated(poison(bad, payload), payload, '2026-01-01T00:00:00.000Z', whole),
        dated(poison(good, payload), payload, '2026-01-02T00:00:00.000Z', whole),
        dated(poison(bad, payload), payload, '2026-01-03T00:00:00.000Z'),
        poison(good, payload),
      ]);
    const harmless = ['x', 'harmless '.repeat(400), 'a/b'];
    const hostile = sample('hostile strings in the registry', hostileStrings);
    await expectText(browser(), poisoned, { harmless, hostile, ours });
  });
});

/** Returns the elements that exceed the right margin of the page. Runs in the page. */
const beyond = `(() => {
  const main = document.querySelector('main');
  const right = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight);
  return [...main.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > right + 1 && !one.closest('.unseen')).map((one) => one.tagName);
})()`;

/** Matches a file of the site, a fragment, or an embedded image of ours. */
const ours =
  /^(?:(?:\.\.\/|[a-z0-9-]+\/){0,2}(?:index\.html|index\.json|result\.json|badge\.svg)(?:#[^"'<>\s]*)?|#[a-z-]+|data:,|data:image\/svg\+xml;base64,[\w+/=]+)$/;
