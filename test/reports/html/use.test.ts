import { expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { describeInBrowser, openPage } from '../browser.ts';
import { nonConformant, results } from '../results.ts';

/** Ids of what is left by the filter. */
const left = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].filter((one) => one.checkVisibility()).map((one) => one.id)`;

function idsOf(result: Result, isMeant: (requirement: Result['requirements'][number]) => boolean): string[] {
  return result.requirements.filter(isMeant).map(({ id }) => id);
}

function sorted(ids: readonly string[]): string[] {
  return [...ids].sort();
}

describeInBrowser('using the report', (browser) => {
  test('filters by outcome, level, area, group, endpoint and text, and says what is left', async () => {
    const result = nonConformant;
    const { page, close } = await openPage(browser(), renderConformanceReport(result));
    const choose = async (name: string, value: string) => {
      const clear = page.getByRole('button', { name: 'Clear' });
      if (await clear.isVisible()) await clear.click();
      await page.locator(`#filters [name=${name}]`).selectOption(value);
      return sorted(await page.evaluate<string[]>(left('.requirement')));
    };
    expect(await choose('outcome', 'fail')).toEqual(sorted(idsOf(result, ({ outcome }) => outcome === 'fail')));
    expect(await page.getByRole('status').textContent()).toMatch(
      new RegExp(
        `^Shown: 16 of 28 findings, 16 of ${result.requirements.length} requirements, 0 of \\d+ observations$`,
      ),
    );
    expect(await choose('level', 'should')).toEqual(sorted(idsOf(result, ({ level }) => level === 'should')));
    expect(await choose('group', 'guides')).toEqual(sorted(idsOf(result, ({ id }) => id.startsWith('guides/'))));
    expect(await choose('area', 'cash')).toEqual(
      sorted(
        idsOf(
          result,
          ({ area, endpoints }) => area === 'cash' || endpoints.some(({ endpoint }) => endpoint === 'GET /cash'),
        ),
      ),
    );
    expect(await choose('endpoint', 'GET /cash')).toEqual(
      sorted(idsOf(result, ({ endpoints }) => endpoints.some(({ endpoint }) => endpoint === 'GET /cash'))),
    );
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('searchbox', { name: 'Text' }).fill('IS NO UUID');
    expect(await page.evaluate(left('.finding'))).toEqual(['finding-5']);
    expect(await page.getByText('No observation is left by the filter.').isVisible()).toBe(true);
    await close();
  });

  test('an outcome and an endpoint together mean the outcome on that endpoint', async () => {
    const result = nonConformant;
    const { page, close } = await openPage(browser(), renderConformanceReport(result));
    await page.locator('#filters [name=endpoint]').selectOption('GET /cash');
    await page.locator('#filters [name=outcome]').selectOption('fail');
    const failing = idsOf(result, ({ endpoints }) =>
      endpoints.some(({ endpoint, outcome }) => endpoint === 'GET /cash' && outcome === 'fail'),
    );
    expect(failing.length).toBeGreaterThan(0);
    expect(sorted(await page.evaluate<string[]>(left('.requirement')))).toEqual(sorted(failing));
    await close();
  });

  test('the filter stands in the address, is restored from it, and leaves it when cleared', async () => {
    const html = renderConformanceReport(nonConformant);
    const { page, show, close } = await openPage(browser(), html);
    await page.locator('#filters [name=outcome]').selectOption('warn');
    await page.getByRole('searchbox', { name: 'Text' }).fill('a body');
    const hash = await page.evaluate<string>('location.hash');
    expect(hash).toBe('#?text=a+body&outcome=warn');
    const before = await page.evaluate<string[]>(left('.filtered'));
    await show(html, hash);
    expect(await page.evaluate(left('.filtered'))).toEqual(before);
    expect(await page.locator('#filters [name=outcome]').inputValue()).toBe('warn');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.evaluate('location.hash')).toBe('');
    expect((await page.evaluate<string[]>(left('.finding'))).length).toBe(28);
    await close();
  });

  test('a cell of the matrix leads to its requirements', async () => {
    const result = nonConformant;
    const { page, close } = await openPage(browser(), renderConformanceReport(result));
    await page.getByRole('link', { name: 'errors on GET /cash: fail, 1 of' }).click();
    const meant = idsOf(
      result,
      ({ id, endpoints }) => id.startsWith('errors/') && endpoints.some(({ endpoint }) => endpoint === 'GET /cash'),
    );
    expect(sorted(await page.evaluate<string[]>(left('.requirement')))).toEqual(sorted(meant));
    await page.goBack();
    await expect.poll(() => page.evaluate(left('.requirement'))).toHaveLength(result.requirements.length);
    await close();
  });

  test('a count leads to the requirements with that outcome', async () => {
    const result = nonConformant;
    const { page, close } = await openPage(browser(), renderConformanceReport(result));
    await page
      .getByRole('list', { name: 'Requirements by outcome' })
      .getByRole('link', { name: /^inconclusive/ })
      .click();
    expect(await page.evaluate(left('.requirement'))).toHaveLength(result.totals.inconclusive);
    await close();
  });

  test.each(['guides/localised', 'finding-5'])('an address with #%s opens what is folded and shows it', async (id) => {
    const { page, close } = await openPage(browser(), renderConformanceReport(nonConformant), {
      hash: `#${id}`,
    });
    const state = await page.evaluate(`(() => {
      const one = document.getElementById('${id}');
      const { top } = one.getBoundingClientRect();
      return { isOpen: one.open ?? one.querySelector('details').open, isSeen: top >= 0 && top < innerHeight, hasFocus: one.contains(document.activeElement) };
    })()`);
    await close();
    expect(state).toEqual({ isOpen: true, isSeen: true, hasFocus: true });
  });

  test('a link to what the filter hides takes the filter away; one followed twice opens again', async () => {
    const { page, close } = await openPage(browser(), renderConformanceReport(nonConformant), {
      hash: '#?text=UUID',
    });
    expect(await page.locator('#finding-1').isVisible()).toBe(false);
    await page.evaluate(`location.hash = '#finding-1'`);
    await expect.poll(() => page.locator('#finding-1').isVisible()).toBe(true);
    await page.locator('#finding-1 > details').last().evaluate('(one) => { one.open = false; }');
    await page.getByRole('link', { name: 'Link to finding 1', exact: true }).click();
    expect(await page.locator('#finding-1 > details').last().getAttribute('open')).toBe('');
    await close();
  });

  test('copies the curl and the replay line as they stand', async () => {
    const result = nonConformant;
    const { page, close } = await openPage(browser(), renderConformanceReport(result), {
      hash: '#finding-22',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const finding = page.locator('#finding-22');
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await finding.getByRole('button', { name: 'Copy curl' }).click();
    expect(await copied()).toBe(result.failures[21]?.curl);
    await finding.getByRole('button', { name: 'Copy replay' }).click();
    expect(await copied()).toBe('m2m-conformance replay result.json --failure 22');
    expect(await page.getByRole('status').textContent()).toBe('Copied replay');
    await close();
  });

  test('everything is reached and opened by keyboard, in the order of the page', async () => {
    const { page, close } = await openPage(browser(), renderConformanceReport(nonConformant));
    const focused = (what: string) =>
      page.evaluate<string>(`(() => { const one = document.activeElement; return ${what}; })()`);
    await page.keyboard.press('Tab');
    expect(await focused('one.textContent')).toBe('Skip to the report');
    expect(await focused('String(one.getBoundingClientRect().top >= 0)')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.activeElement === document.querySelector('main')`);
    await page.keyboard.press('Tab');
    expect(await focused(`String(document.querySelector('main').contains(one))`)).toBe('true');
    const order: string[] = [];
    for (let presses = 0; presses < 250 && order.at(-1) !== 'summary'; presses++) {
      const at = await focused(
        `one.closest('.counts') ? 'counts' : one.closest('.matrix') ? 'matrix' : one.closest('#filters') ? 'filters' : one.tagName === 'SUMMARY' ? 'summary' : one.closest('.finding') ? 'finding' : one.tagName`,
      );
      if (order.at(-1) !== at) order.push(at);
      if (at !== 'summary') await page.keyboard.press('Tab');
    }
    expect(order).toEqual(['counts', 'matrix', 'filters', 'finding', 'summary']);
    expect(await focused(`getComputedStyle(one).outlineStyle + String(one.parentElement.open)`)).toBe('solidfalse');
    await page.keyboard.press('Enter');
    expect(await focused('String(one.parentElement.open)')).toBe('true');
    await close();
  });

  test.each(results)('opens and closes everything of a %s result at once', async (_name, result) => {
    const { page, seen, close } = await openPage(browser(), renderConformanceReport(result));
    const closed = `document.querySelectorAll('main details:not([open])').length`;
    const before = await page.evaluate<number>(closed);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await page.evaluate(closed)).toBe(0);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await page.evaluate<number>(closed)).toBeGreaterThanOrEqual(before);
    await close();
    expect(seen).toEqual({ requests: [], complaints: [], alarms: [] });
  });
});
