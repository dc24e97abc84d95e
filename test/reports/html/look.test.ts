import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { scopeIsAll } from '../../scope.ts';
import { describeInBrowser, openPage } from '../browser.ts';
import { nonConformant, results } from '../results.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const quiet = { requests: [], complaints: [], alarms: [] };
const looks = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 360, height: 740 } }],
] as const;

/** In scope `all` every look with every verdict; otherwise each look and each verdict once. */
const some = ['non-conformant light', 'conformant dark', 'inconclusive narrow'];

/** What axe finds wrong on the page as it is, by rule. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe });
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ rules: { 'target-size': { enabled: true } } })`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

describeInBrowser('looking at the report', (browser) => {
  test.each(results)('the page of a %s result asks for nothing and complains of nothing', async (_name, result) => {
    const { page, seen, close } = await openPage(browser(), renderConformanceReport(result));
    const words = { conformant: 'Conformant', 'non-conformant': 'Non-conformant', inconclusive: 'Inconclusive' };
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(words[result.verdict]);
    expect(await page.evaluate(`document.querySelector('.matrix table').getBoundingClientRect().bottom <= 720`)).toBe(
      true,
    );
    await close();
    expect(seen).toEqual(quiet);
  });

  test('opened as a file it asks for nothing either', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'report-'));
    const file = join(folder, 'index.html');
    await writeFile(file, renderConformanceReport(nonConformant));
    const page = await browser().newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => asked.push(message.text()));
    await page.goto(`${pathToFileURL(file).href}#?outcome=fail`);
    expect(await page.locator('#filters').isVisible()).toBe(true);
    expect(await page.locator('.finding:visible').count()).toBe(16);
    await page.close();
    await rm(folder, { recursive: true });
    expect(asked).toEqual([pathToFileURL(file).href]);
  });

  test.each(
    results
      .flatMap(([name, result]) => looks.map(([look, options]) => [name, look, options, result] as const))
      .filter(([name, look]) => scopeIsAll || some.includes(`${name} ${look}`)),
  )(
    'a %s result, %s: axe finds nothing, and nothing is wider than the screen',
    async (_name, _look, options, result) => {
      const { page, close } = await openPage(browser(), renderConformanceReport(result), {
        ...options,
        bypassCSP: true,
      });
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.getByRole('button', { name: 'Open all' }).click();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const violations = await violationsOf(page);
      await close();
      expect(violations).toEqual([]);
    },
  );

  test('axe would see too little contrast and a missing name', async () => {
    const html = renderConformanceReport(nonConformant).replace(
      '<main',
      '<p>pale</p><style>p { color: #ccc }</style><button></button><main',
    );
    const { page, close } = await openPage(browser(), html, { bypassCSP: true });
    const violations = await violationsOf(page);
    await close();
    expect(violations.map((one) => one.split(':')[0])).toEqual(
      expect.arrayContaining(['button-name', 'color-contrast']),
    );
  });

  test('dark is another page than light, and print is light', async () => {
    const html = renderConformanceReport(nonConformant);
    const { page, close } = await openPage(browser(), html);
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await close();
  });

  test('in print scopeIsAll folded is open, and there are no controls', async () => {
    const html = renderConformanceReport(nonConformant);
    const { page, close } = await openPage(browser(), html, { javaScriptEnabled: false });
    const folded = page.locator('#finding-5 .message').first();
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await folded.isVisible()).toBe(true);
    expect((await folded.boundingBox())?.height).toBeGreaterThan(20);
    expect(await page.locator('[id="guides/localised"] .detail').isVisible()).toBe(true);
    for (const control of ['#filters', 'nav', '.skip']) expect(await page.locator(control).isVisible()).toBe(false);
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
    await close();
  });

  test('printing opens what is folded and folds it again', async () => {
    const { page, close } = await openPage(browser(), renderConformanceReport(nonConformant));
    const closed = `document.querySelectorAll('main details:not([open])').length`;
    const before = await page.evaluate<number>(closed);
    expect(before).toBeGreaterThan(100);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.evaluate(closed)).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await page.evaluate(closed)).toBe(before);
    await close();
  });

  test('without JavaScript everything is there, controls apart, and folds open', async () => {
    const result = nonConformant;
    const { page, seen, close } = await openPage(browser(), renderConformanceReport(result), {
      javaScriptEnabled: false,
    });
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.locator('.copy:visible').count()).toBe(0);
    expect(await page.locator('.finding:visible').count()).toBe(result.failures.length);
    expect(await page.locator('.requirement:visible').count()).toBe(result.requirements.length);
    const text = (await page.locator('main').textContent()) ?? '';
    for (const { id, title, section } of result.requirements) {
      expect(text).toContain(id);
      expect(text).toContain(title);
      expect(text).toContain(section);
    }
    for (const { cause, expected, actual } of result.failures)
      for (const one of [cause, expected, actual]) expect(text).toContain(one);
    for (const { value } of result.observations) expect(text).toContain(value);
    await page.locator('[id="guides/localised"] > summary').click();
    expect(await page.locator('[id="guides/localised"] .detail').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'errors on GET /cash: fail, 1 of' }).click();
    expect(new URL(page.url()).hash).toBe('#errors/response-id-uuid');
    await close();
    expect(seen).toEqual(quiet);
  });
});
