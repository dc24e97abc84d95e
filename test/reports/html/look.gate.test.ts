import { expect, test } from 'vitest';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { inWords } from '../../../reports/in-words.ts';
import { notAssessed } from '../../../reports/limits.ts';
import { scopeIsAll } from '../../scope.ts';
import { accessibilityProblems } from '../axe.ts';
import { describeInBrowser, openPage, quiet } from '../browser.ts';
import { conformant, inconclusive, nonConformant, results, withFew } from '../results.ts';

const report = renderConformanceReport(nonConformant);
const small = renderConformanceReport(withFew(nonConformant));
const looks = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 360, height: 740 } }],
] as const;

/** Scope `all` tests every look with every verdict, the gate each look and each verdict once. */
const some = ['non-conformant light', 'conformant dark', 'inconclusive narrow'];
const looksOfResults = results
  .flatMap(([name, result]) =>
    looks.map(([look, options]) => [name, look, options, result] as const),
  )
  .filter(([name, look]) => scopeIsAll || some.includes(`${name} ${look}`));
const fits = 'document.documentElement.scrollWidth <= innerWidth';
const unassessed = {
  ...(conformant.requirements[0] ?? expect.fail('none')),
  ...({ id: 'a/a', claimed: true, level: 'must', outcome: 'not-run', endpoints: [] } as const),
  reason: 'needs a second user; set M2M_SECOND_USER_ID',
};
const closed = `document.querySelectorAll('main details:not([open])').length`;
const words = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  inconclusive: 'Inconclusive',
};

describeInBrowser('looking at the report', (browser) => {
  test('the page of each result requests nothing, logs nothing, and opens and closes all parts at once', async () => {
    const { page, seen, show } = await openPage(browser(), '<p>');
    for (const [name, result] of results) {
      await show(renderConformanceReport(result));
      expect(await page.getByRole('heading', { level: 1 }).textContent(), name).toBe(
        words[result.verdict],
      );
      const before = await page.evaluate<number>(closed);
      await page.getByRole('button', { name: 'Open all' }).click();
      expect(await page.evaluate(closed), name).toBe(0);
      await page.getByRole('button', { name: 'Open all' }).click();
      expect(await page.evaluate<number>(closed), name).toBeGreaterThanOrEqual(before);
    }
    expect(seen).toEqual(quiet);
  });

  test.each([
    [1_280, 900, 900],
    [390, 844, 2 * 844],
  ])(
    'at %i x %i the page starts with what to mend, and filters come after findings',
    async (width, height, most) => {
      const { page, show } = await openPage(browser(), report, { viewport: { width, height } });
      const top = async (selector: string) =>
        (await page.locator(selector).first().boundingBox())?.y ?? Infinity;
      expect(await top('.finding .advice')).toBeLessThan(most);
      const order = ['.verdict', '.finding', '.matrix', '#filters', '.requirement'];
      for (const [at, part] of order.slice(1).entries())
        expect(await top(order[at] ?? '')).toBeLessThan(await top(part));
      await show(renderConformanceReport(inconclusive));
      expect(await top('.obstacle')).toBeLessThan(height);
      expect(await page.locator('.obstacle').textContent()).toContain('refuses the client');
      const few = {
        ...conformant,
        verdict: 'inconclusive' as const,
        requirements: [unassessed, ...conformant.requirements],
      };
      await show(renderConformanceReport(few));
      expect(await page.locator('.reason').first().textContent()).toContain(
        'set M2M_SECOND_USER_ID',
      );
      expect(await top('.reason')).toBeLessThan(height);
    },
  );

  test('the matrix says what passed, marks only failures red, and is whole or says that it scrolls', async () => {
    const { page } = await openPage(browser(), report, { viewport: { width: 1_200, height: 900 } });
    const cells = await page.evaluate<
      { text: string; isRed: boolean }[]
    >(`[...document.querySelectorAll('.cell')]
      .map((one) => ({ text: one.title, isRed: one.classList.contains('tone-fail') }))`);
    for (const { text, isRed } of cells)
      expect({ text, isRed }).toEqual({ text, isRed: /\d fail/.test(text) });
    expect(cells.map(({ text }) => text).join('\n')).toMatch(/: \d+ fail, \d+ pass/);
    const headings = `[...document.querySelectorAll('.matrix th.group')].every((one) => {
      const { right } = one.getBoundingClientRect();
      return one.scrollWidth <= one.clientWidth && right <= one.closest('.scroll').getBoundingClientRect().right;
    })`;
    expect(await page.evaluate(headings)).toBe(true);
    const hint = page.locator('.matrix .hint');
    expect(await hint.isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await hint.isVisible()).toBe(true);
    expect(await page.evaluate(headings)).toBe(false);
  });

  test('a finding shows its likely cause, its exchanges and the finding of the same cause', async () => {
    const claimed = new Set(
      nonConformant.requirements.filter((one) => one.claimed).map(({ id }) => id),
    );
    const failed = nonConformant.failures.filter(
      ({ outcome, requirement }) => outcome === 'fail' && claimed.has(requirement),
    );
    const [found = expect.fail('none')] = failed.filter(
      ({ request, response }) => request && response,
    );
    const { request, response } = found as Required<typeof found>;
    const accepted = { request: { ...request, url: 'http://target/other' }, response };
    const { recipe: _recipe, accepted: _accepted, ...alone } = found;
    const steps = [
      { ...accepted, times: 3 },
      { request, afterMs: 2_500 },
    ];
    const failures = [
      { ...alone, id: '0a', accepted },
      { ...alone, id: '0b', sameCauseAs: '0a', recipe: { steps, judged: 1 } },
      { ...found, id: '0c', sameCauseAs: '0a', outcome: 'warn' as const },
    ];
    const { page } = await openPage(
      browser(),
      renderConformanceReport({ ...nonConformant, failures }),
    );
    const text = (await page.locator('#finding-2').textContent()) ?? '';
    const parts = [
      'Id 0b',
      'Step 1, 3 times',
      'http://target/other',
      'Step 2, after a pause of 2.5 s',
    ];
    const at = parts.map((part) => text.indexOf(part));
    expect(at).toEqual(at.filter((one) => one >= 0).toSorted((left, right) => left - right));
    const [advice] = found.advice ?? [];
    const open = page.locator('#finding-1 > .advice');
    expect(await open.textContent()).toBe(`Likely cause: ${advice?.suspect} ${advice?.look}`);
    await page.getByRole('button', { name: 'Open all' }).click();
    const [good, bad] = await page.locator('#finding-1 .exchange').all();
    const boxes = async () => [await good?.boundingBox(), await bad?.boundingBox()] as const;
    const [left, right] = await boxes();
    expect([left?.y, (left?.x ?? 0) + (left?.width ?? 0) <= (right?.x ?? 0)]).toEqual([
      right?.y,
      true,
    ]);
    expect(await bad?.locator('.differs').first().textContent()).toContain(request.url);
    await page.setViewportSize({ width: 390, height: 844 });
    const [above, below] = await boxes();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect(await page.locator('#finding-2 > summary').textContent()).toContain(
      `Same cause: 2. ${found.requirement}`,
    );
    expect(await page.locator('#findings').textContent()).toBe('Findings 3, with 1 cause');
    await page.getByRole('link', { name: 'same cause as finding 1' }).click();
    expect(new URL(page.url()).hash).toBe('#finding-1');
  });

  test.each(results)(
    'says in plain words what the verdict of the %s result covers',
    async (_name, result) => {
      const { claim, target, run, harness, verdict, waived } = result;
      const { page } = await openPage(browser(), renderConformanceReport(result));
      const text = (await page.locator('.in-short').textContent()) ?? '';
      expect(text.split(/\s+/).length).toBeLessThanOrEqual(120);
      const open = notAssessed(result).length;
      for (const part of [
        `On ${run.startedAt.slice(0, 10)} `,
        `${harness.name} ${harness.version} `,
        target.baseUrl,
        `The verdict is ${verdict}`,
        `covers ${claim.length} of 12 areas`,
        ...(claim.length < 12 ? [`${12 - claim.length} area`] : []),
        ...(open > 0 ? [`${open} requirement`] : []),
        ...(waived.length > 0 ? [`${waived.length} waived`] : []),
        ...(result.interrupted === undefined ? [] : ['ended early']),
        'neither a load test nor a security test',
      ])
        expect(text).toContain(part);
      const terms =
        /\b(https?|requests?|responses?|status|headers?|endpoints?|URL|JSON|tokens?|GET|POST)\b/i;
      expect(text.replace(target.baseUrl, '')).not.toMatch(terms);
    },
  );

  test.each(looksOfResults)(
    'a %s result, %s, satisfies axe and fits the screen',
    async (_name, _look, how, result) => {
      const { page } = await openPage(browser(), renderConformanceReport(result), {
        ...how,
        bypassCSP: true,
      });
      for (const width of [page.viewportSize()?.width ?? 0, 360]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate(fits)).toBe(true);
      }
      await page.getByRole('button', { name: 'Open all' }).click();
      expect(await page.evaluate(fits)).toBe(true);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

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
    for (const control of ['#filters', 'nav', '.skip'])
      expect(await page.locator(control).isVisible()).toBe(false);
    const before = await page.evaluate<number>(closed);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.evaluate(closed)).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await page.evaluate(closed)).toBe(before);
  });

  test('without JavaScript everything but the controls is there, and parts still unfold', async () => {
    const { requirements, failures, observations } = inWords(nonConformant);
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
    await page.getByRole('link', { name: 'errors on GET /cash: ' }).click();
    expect(new URL(page.url()).hash).toMatch(/^#errors\//);
    expect(seen).toEqual(quiet);
  });
});
