import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { scopeIsAll, scopeIsGate } from '../../scope.ts';
import { accessibilityProblems } from '../axe.ts';
import { describeInBrowser, openPage, quiet } from '../browser.ts';
import { nonConformant, results, withFew } from '../results.ts';

const report = renderConformanceReport(nonConformant);
const small = renderConformanceReport(withFew(nonConformant));
const looks = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 360, height: 740 } }],
] as const;

/** Scope `all` tests every look with every verdict, the gate each look and each verdict once, others one page. */
const some = ['non-conformant light', ...(scopeIsGate ? ['conformant dark', 'inconclusive narrow'] : [])];
const looksOfResults = results
  .flatMap(([name, result]) => looks.map(([look, options]) => [name, look, options, result] as const))
  .filter(([name, look]) => scopeIsAll || some.includes(`${name} ${look}`));
const fits = 'document.documentElement.scrollWidth <= innerWidth';
const closed = `document.querySelectorAll('main details:not([open])').length`;
const words = { conformant: 'Conformant', 'non-conformant': 'Non-conformant', inconclusive: 'Inconclusive' };

describeInBrowser('looking at the report', (browser) => {
  test('the page of each result requests nothing, logs nothing, and opens and closes all parts at once', async () => {
    const { page, seen, show } = await openPage(browser(), '<p>');
    for (const [name, result] of results) {
      await show(renderConformanceReport(result));
      expect(await page.getByRole('heading', { level: 1 }).textContent(), name).toBe(words[result.verdict]);
      const isOnFirstScreen = `document.querySelector('.matrix table').getBoundingClientRect().bottom <= 720`;
      expect(await page.evaluate(isOnFirstScreen), name).toBe(true);
      const before = await page.evaluate<number>(closed);
      await page.getByRole('button', { name: 'Open all' }).click();
      expect(await page.evaluate(closed), name).toBe(0);
      await page.getByRole('button', { name: 'Open all' }).click();
      expect(await page.evaluate<number>(closed), name).toBeGreaterThanOrEqual(before);
    }
    expect(seen).toEqual(quiet);
  });

  test('a page that is opened as a file requests nothing either', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'report-'));
    const file = join(folder, 'index.html');
    await writeFile(file, report);
    const page = await browser().newPage();
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url()));
    page.on('console', (message) => seen.push(message.text()));
    await page.goto(`${pathToFileURL(file).href}#?outcome=fail`);
    expect(await page.locator('#filters').isVisible()).toBe(true);
    const failed = nonConformant.failures.filter(({ outcome }) => outcome === 'fail');
    expect(await page.locator('.finding:visible').count()).toBe(failed.length);
    await page.close();
    await rm(folder, { recursive: true });
    expect(seen).toEqual([pathToFileURL(file).href]);
  });

  test.each(looksOfResults)('a %s result, %s, satisfies axe and fits the screen', async (_name, _look, how, result) => {
    const shown = scopeIsGate ? result : withFew(result);
    const { page } = await openPage(browser(), renderConformanceReport(shown), { ...how, bypassCSP: true });
    for (const width of [page.viewportSize()?.width ?? 0, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(fits)).toBe(true);
    }
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await page.evaluate(fits)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('axe notices low contrast and a missing name', async () => {
    const wrong = '<p>pale</p><style>p { color: #ccc }</style><button></button>';
    const page = small.replace(/<main.*<\/main>/s, `<main>${wrong}</main>`);
    const opened = await openPage(browser(), page, { bypassCSP: true });
    const rules = (await accessibilityProblems(opened.page)).map((one) => one.split(':')[0]);
    expect(rules).toEqual(expect.arrayContaining(['button-name', 'color-contrast']));
  });

  test('dark differs from light; print is light, unfolds everything and hides the controls', async () => {
    const { page } = await openPage(browser(), small);
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    const folded = page.locator('.finding .message').first();
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await ground()).toBe('rgb(255, 255, 255)');
    expect((await folded.boundingBox())?.height).toBeGreaterThan(20);
    for (const control of ['#filters', 'nav', '.skip']) expect(await page.locator(control).isVisible()).toBe(false);
    const before = await page.evaluate<number>(closed);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.evaluate(closed)).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await page.evaluate(closed)).toBe(before);
  });

  test('without JavaScript everything but the controls is there, and parts still unfold', async () => {
    const { requirements, failures, observations } = nonConformant;
    const { page, seen } = await openPage(browser(), report, { javaScriptEnabled: false });
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.locator('.copy:visible').count()).toBe(0);
    expect(await page.locator('.finding:visible').count()).toBe(failures.length);
    expect(await page.locator('.requirement:visible').count()).toBe(requirements.length);
    const text = (await page.locator('main').textContent()) ?? '';
    const all = [
      ...requirements.flatMap(({ id, title, section }) => [id, title, section]),
      ...failures.flatMap(({ cause, expected, actual }) => [cause, expected, actual]),
      ...observations.map(({ value }) => value),
    ];
    expect(all.filter((one) => !text.includes(one))).toEqual([]);
    await page.locator('[id="guides/localised"] > summary').click();
    expect(await page.locator('[id="guides/localised"] .detail').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'errors on GET /cash: fail' }).click();
    expect(new URL(page.url()).hash).toMatch(/^#errors\//);
    expect(seen).toEqual(quiet);
  });
});
