import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { renderImplementationPage } from '../../../reports/registry/implementation-page.tsx';
import { renderIndexPage } from '../../../reports/registry/index-page.tsx';
import { emptyFolder } from '../../cli/command.ts';
import { sample } from '../../scope.ts';
import { describeInBrowser, openPage } from '../browser.ts';
import { hostileStrings, poison } from '../hostile-strings.ts';
import { conformant, inconclusive, interrupted, nonConformant } from '../results.ts';
import { dated, implementationsOf, siteOf, writeSite } from './site.ts';

const folder = emptyFolder();
afterAll(folder.remove);

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

beforeAll(async () => {
  const [good, bad, unsure, cut] = [conformant, nonConformant, inconclusive, interrupted];
  const many = Array.from({ length: 13 }, (_, day) =>
    dated(unsure, 'gamma', `2026-02-${String(day + 10)}T00:00:00.000Z`),
  );
  const results = [
    dated(bad, 'alpha', '2026-01-01T08:00:00.000Z'),
    dated(good, 'alpha', '2026-01-02T08:00:00.000Z'),
    dated(cut, 'alpha', '2026-01-03T08:00:00.000Z'),
    dated(good, `beta ${'with a long name '.repeat(8)}`, '2026-01-03T08:00:00.000Z', { claim: ['cash', 'learn'] }),
    dated(cut, 'x'.repeat(500), '2026-01-03T08:00:00.000Z'),
    ...many,
  ];
  writeSite(siteOf(results), folder.path);
});

interface Visit {
  readonly page: Page;
  /** Requests for anything but files of the site, and what the console and the page complained of. */
  readonly seen: string[];
  readonly close: () => Promise<void>;
}

/** The front page, as it is opened from a disk. */
async function visit(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const seen: string[] = [];
  const home = pathToFileURL(folder.path).href;
  page.on('request', (request) => {
    if (!request.url().startsWith(`${home}/`) && !request.url().startsWith('data:')) seen.push(request.url());
  });
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.push(message.text());
  });
  await page.goto(`${home}/${path}`);
  return { page, seen, close: () => context.close() };
}

describeInBrowser('the pages of a registry', (browser) => {
  test('lead from the index to the implementation, to the report of a run and back, without script', async () => {
    const { page, seen, close } = await visit(browser(), 'index.html', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'alpha', exact: true }).click();
    expect(await page.locator('h1').textContent()).toBe('alpha');
    expect(await page.getByLabel('Latest verdict').locator('.verdict').textContent()).toBe('Conformant');
    await page.getByRole('link', { name: 'Report of 2026-01-01 08:00 UTC' }).click();
    expect(await page.locator('h1').textContent()).toBe('Non-conformant');
    await page.goBack();
    await page.getByRole('link', { name: 'Conformance registry' }).click();
    expect(await page.locator('h1').textContent()).toBe('Conformance registry');
    await close();
    expect(seen).toEqual([]);
  });

  test('are used by keyboard: the skip link first, what changed opens with Enter', async () => {
    const { page, seen, close } = await visit(browser(), 'alpha/index.html');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    const changes = page.locator('details').first();
    expect(await changes.locator('li').first().isVisible()).toBe(false);
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.tagName')) === 'SUMMARY') break;
    }
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await changes.locator('li').first().isVisible()).toBe(true);
    await close();
    expect(seen).toEqual([]);
  });

  test('say what changed since the complete run before', async () => {
    const { page, close } = await visit(browser(), 'alpha/index.html');
    const [cut, good, bad] = await page.locator('.run .since').allTextContents();
    expect(cut).toBe('Not compared: it did not assess all that it claims.');
    expect(good).toMatch(/^Since 2026-01-01: \d+ fixed, \d+ newly assessed; differs in .*build/);
    expect(bad).toBe('The first complete run.');
    await close();
  });

  test('show the last runs as a row of signs, each with a name, and where the others are', async () => {
    const { page, close } = await visit(browser(), 'index.html');
    const row = page.locator('tbody tr', { hasText: 'gamma' });
    const names = await row.locator('.square').evaluateAll((all) => all.map((one) => String(one.ariaLabel)));
    expect(names).toHaveLength(8);
    expect([names[0], names.at(-1)]).toEqual([
      '2026-02-15 00:00 UTC: Inconclusive',
      '2026-02-22 00:00 UTC: Inconclusive',
    ]);
    await row.getByRole('link', { name: '5 earlier runs of gamma' }).click();
    expect(await page.locator('.run').count()).toBe(13);
    await close();
  });

  const looks = [
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const;
  test.each(sample('looks of the registry', looks, 3))('satisfy axe, %s, %i px wide', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 740 }, bypassCSP: true };
    const { page, close } = await visit(browser(), 'index.html', options);
    const home = page.url().replace(/index\.html$/, '');
    const folders = JSON.parse(readFileSync(join(folder.path, 'index.json'), 'utf8')).implementations;
    for (const path of ['index.html', ...folders.map((one: { page: string }) => one.page)]) {
      await page.goto(`${home}${path}`);
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      await page.addScriptTag({ content: axe });
      const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
      expect({ path, violations: violations.map(({ id }) => id) }).toEqual({ path, violations: [] });
    }
    await close();
  });

  test('fit into every width from 320 px on', async () => {
    const { page, close } = await visit(browser(), 'index.html');
    const home = page.url().replace(/index\.html$/, '');
    for (const path of ['index.html', 'alpha/index.html', 'gamma/index.html']) {
      await page.goto(`${home}${path}`);
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      for (const width of [320, 360, 600, 767, 769, 1000, 1247, 1249, 1280, 1920]) {
        await page.setViewportSize({ width, height: 740 });
        expect({ path, width, beyond: await page.evaluate(beyond) }).toEqual({ path, width, beyond: [] });
      }
    }
    await close();
  });

  test('axe and the width are seen to be wrong where they are', async () => {
    const { page, close } = await visit(browser(), 'index.html', {
      viewport: { width: 360, height: 740 },
      bypassCSP: true,
    });
    await page.evaluate('document.querySelector("main").innerHTML = `<img src="data:,"><p style="width:40rem">x</p>`');
    await page.addScriptTag({ content: axe });
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
    expect(violations.map(({ id }) => id)).toContain('image-alt');
    expect(await page.evaluate(beyond)).toEqual(['P']);
    await close();
  });

  test('let the browser run nothing, and that is noticed', async () => {
    const [alpha] = implementationsOf([dated(conformant, 'alpha', '2026-01-01T00:00:00.000Z')]);
    for (const html of alpha ? [renderIndexPage([alpha]), renderImplementationPage(alpha)] : []) {
      const opened = await openPage(browser(), html);
      expect(opened.seen).toEqual({ requests: [], complaints: [], alarms: [] });
      await opened.show(html.replace('<main', '<img src="https://evil.example/"><script>xss(1)</script><main'));
      await opened.close();
      expect(opened.seen.alarms).toEqual([]);
      expect(opened.seen.requests).toEqual([]);
      expect(opened.seen.complaints).toHaveLength(2);
    }
  });

  test('run nothing that a result says, even where no policy forbids it', async () => {
    const [good, bad] = [withFew(conformant), withFew(nonConformant)];
    const pagesOf = (payload: string): readonly string[] => {
      const implementations = implementationsOf([
        dated(poison(bad, payload), payload, '2026-01-01T00:00:00.000Z', { interrupted: undefined } as never),
        dated(poison(good, payload), payload, '2026-01-02T00:00:00.000Z', { interrupted: undefined } as never),
        dated(poison(bad, payload), payload, '2026-01-03T00:00:00.000Z'),
        poison(good, payload),
      ]);
      return [renderIndexPage(implementations), ...implementations.map(renderImplementationPage)];
    };
    const opened = await openPage(browser(), '', { bypassCSP: true });
    const known = new Set<string>();
    for (const harmless of ['x', 'harmless '.repeat(400), 'a/b']) {
      for (const html of pagesOf(harmless)) {
        await opened.show(html);
        for (const one of await opened.page.evaluate<string[]>(anatomy)) known.add(one);
      }
    }
    for (const payload of sample('hostile strings in the registry', hostileStrings, 6)) {
      for (const html of pagesOf(payload)) {
        await opened.show(html);
        const strange = (await opened.page.evaluate<string[]>(anatomy)).filter((one) => !known.has(one));
        const away = (await opened.page.evaluate<string[]>(links)).filter((link) => !ours.test(link));
        expect({ payload, strange, away }).toEqual({ payload, strange: [], away: [] });
      }
    }
    await opened.close();
    expect(opened.seen).toEqual({ requests: [], complaints: [], alarms: [] });
  }, 240_000);

  test('show controls and bidirectional overrides as their codes', async () => {
    const hostile = poison(withFew(nonConformant), 'a\u202Eb\u001Bc\u200Bd');
    const implementations = implementationsOf([hostile]);
    for (const html of [renderIndexPage(implementations), ...implementations.map(renderImplementationPage)]) {
      expect(html).toContain('a\\u202eb\\u001bc\\u200bd');
      expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}]/u);
    }
  });
});

/** The result with some of scopeIsAll, so that a page of it loads in a moment. */
function withFew(result: Result): Result {
  return {
    ...result,
    failures: result.failures.slice(0, 2),
    requirements: result.requirements.filter((_, at) => at % 12 === 0),
    observations: [],
    part: { tallies: {}, findings: {}, folds: {}, harnessErrors: [], notices: [], latencies: {}, requests: 0 },
  };
}

/** What reaches beyond the margins of the page. Runs in the page. */
const beyond = `(() => {
  const main = document.querySelector('main');
  const right = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight);
  return [...main.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > right + 1 && !one.closest('.unseen')).map((one) => one.tagName);
})()`;

/** Which elements with which attributes a page consists of. Runs in the page. */
const anatomy = `[...document.querySelectorAll('*')].map((element) =>
  [element.tagName, ...[...element.attributes].map(({ name }) => name)].join(' '))`;

/** Where it leads or loads from. Runs in the page. */
const links = `[...document.querySelectorAll('*')].flatMap((element) =>
  [...element.attributes].filter(({ name }) => /^(href|src|srcset|action|data|poster|xlink:href)$/.test(name)).map(({ value }) => value))`;

/** A file of the site, a place in a page of it, or an image of ours in the page itself. */
const ours =
  /^(?:(?:\.\.\/|[a-z0-9-]+\/){0,2}(?:index\.html|index\.json|result\.json|badge\.svg)(?:#[^"'<>\s]*)?|#[a-z-]+|data:,|data:image\/svg\+xml;base64,[\w+/=]+)$/;
