import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { replayLine, tokenLines } from '../../../reports/shell-lines.ts';
import { describeInBrowser, openPage } from '../browser.ts';
import { nonConformant } from '../results.ts';

type Requirement = Result['requirements'][number];
const report = renderConformanceReport(nonConformant);
const { failures, requirements, totals } = nonConformant;
const idOf = (isMeant: (failure: Result['failures'][number]) => boolean) =>
  `finding-${failures.findIndex(isMeant) + 1}`;
const ofUuid = idOf(({ cause }) => cause === 'not-uuid');

/** Returns the ids of the elements that the filter leaves visible. Runs in the page. */
const left = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].filter((one) => one.checkVisibility()).map((one) => one.id).sort()`;
const idsOf = (isMeant: (requirement: Requirement) => boolean) =>
  requirements
    .filter(isMeant)
    .map(({ id }) => id)
    .sort();
const concernsCash = ({ endpoints }: Requirement) =>
  endpoints.some(({ endpoint }) => endpoint === 'GET /cash');

describeInBrowser('using the report', (browser) => {
  const open = async (options: BrowserContextOptions & { hash?: string } = {}) => {
    const opened = await openPage(browser(), report, options);
    const { page } = opened;
    const filter = (name: string) => page.locator(`#filters [name=${name}]`);
    const clear = page.getByRole('button', { name: 'Clear' });
    return {
      ...opened,
      filter,
      clear,
      leftOf: (selector: string) => page.evaluate<string[]>(left(selector)),
    };
  };

  test('filters by outcome, level, group, area, endpoint and text, and says how much is left', async () => {
    const { page, filter, clear, leftOf } = await open();
    for (const [name, value, isMeant] of [
      ['outcome', 'fail', ({ outcome }) => outcome === 'fail'],
      ['level', 'should', ({ level }) => level === 'should'],
      ['group', 'guides', ({ id }) => id.startsWith('guides/')],
      ['area', 'cash', (one) => one.area === 'cash' || concernsCash(one)],
      ['endpoint', 'GET /cash', concernsCash],
    ] satisfies [string, string, (requirement: Requirement) => boolean][]) {
      await filter(name).selectOption(value);
      expect({ name, left: await leftOf('.requirement') }).toEqual({ name, left: idsOf(isMeant) });
      if (name === 'outcome') {
        const failed = failures.filter(({ outcome }) => outcome === 'fail').length;
        const told = `Shown: ${failed} of ${failures.length} findings, ${totals.fail} of ${requirements.length} req`;
        expect(await page.getByRole('status').textContent()).toContain(told);
      }
      await clear.click();
    }
    await page.getByRole('searchbox', { name: 'Text' }).fill('IS NOT A UUID');
    expect(await leftOf('.finding')).toEqual([ofUuid]);
    expect(await page.getByText('No observation matches the filter.').isVisible()).toBe(true);
    await clear.click();
    // Together, the two filters select the outcome on that endpoint.
    await filter('endpoint').selectOption('GET /cash');
    await filter('outcome').selectOption('fail');
    const isFailing = ({ endpoint, outcome }: Requirement['endpoints'][number]) =>
      endpoint === 'GET /cash' && outcome === 'fail';
    const failing = idsOf(({ endpoints }) => endpoints.some(isFailing));
    expect(failing.length).toBeGreaterThan(0);
    expect(await leftOf('.requirement')).toEqual(failing);
  });

  test('the filter is in the URL, is restored from it, and leaves it when cleared', async () => {
    const { page, show, filter, clear, leftOf } = await open();
    await filter('outcome').selectOption('warn');
    await page.getByRole('searchbox', { name: 'Text' }).fill('a token');
    const hash = await page.evaluate<string>('location.hash');
    expect(hash).toBe('#?text=a+token&outcome=warn');
    const before = await leftOf('.filtered');
    await show(report, hash);
    expect(await leftOf('.filtered')).toEqual(before);
    expect(await filter('outcome').inputValue()).toBe('warn');
    await clear.click();
    await expect.poll(() => page.evaluate('location.hash')).toBe('');
    expect(await leftOf('.finding')).toHaveLength(failures.length);
  });

  test('a cell of the matrix and a count lead to their requirements', async () => {
    const { page, leftOf } = await open();
    await page.getByRole('link', { name: 'errors on GET /cash: ' }).click();
    await expect
      .poll(() => leftOf('.requirement'))
      .toEqual(idsOf((one) => one.id.startsWith('errors/') && concernsCash(one)));
    await page.goBack();
    await expect.poll(() => leftOf('.requirement')).toHaveLength(requirements.length);
    const counts = page.getByRole('list', { name: 'Requirements by outcome' });
    await counts.getByRole('link', { name: /^inconclusive/ }).click();
    await expect.poll(() => leftOf('.requirement')).toHaveLength(totals.inconclusive);
  });

  test('a URL with a fragment unfolds its target and scrolls to it', async () => {
    const { page, show } = await open();
    for (const id of ['guides/localised', ofUuid]) {
      await show(report, `#${id}`);
      const state = await page.evaluate(`(() => {
        const one = document.getElementById('${id}');
        const { top } = one.getBoundingClientRect();
        const isOpen = one.open ?? one.querySelector('details').open;
        return { isOpen, isSeen: top >= 0 && top < innerHeight, hasFocus: one.contains(document.activeElement) };
      })()`);
      expect({ id, state }).toEqual({ id, state: { isOpen: true, isSeen: true, hasFocus: true } });
    }
  });

  test('a link to a hidden finding removes the filter; following it again unfolds the finding', async () => {
    const { page } = await open({ hash: '#?text=UUID' });
    expect(await page.locator('#finding-1').isVisible()).toBe(false);
    await page.evaluate(`location.hash = '#finding-1'`);
    await expect.poll(() => page.locator('#finding-1').isVisible()).toBe(true);
    await page.locator('#finding-1 > details').last().evaluate('(one) => { one.open = false; }');
    await page.getByRole('link', { name: 'Link to finding 1', exact: true }).click();
    expect(await page.locator('#finding-1 > details').last().getAttribute('open')).toBe('');
  });

  test('copies the curl and the replay line unchanged', async () => {
    const id = idOf(({ curl, replay }) => curl !== undefined && replay !== undefined);
    const { page } = await open({
      hash: `#${id}`,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const finding = page.locator(`#${id}`);
    const nth = Number(id.slice(8));
    const { curl, variables = [] } = failures[nth - 1] ?? {};
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await finding.getByRole('button', { name: 'Copy curl' }).click();
    expect(await copied()).toBe([...tokenLines([{ variables }]), curl].join('\n'));
    await finding.getByRole('button', { name: 'Copy Replay' }).click();
    expect(await copied()).toBe(replayLine('.', nth));
    expect(await page.getByRole('status').textContent()).toBe('Copied Replay');
  });

  test('everything is reached by keyboard, in the order of the page', async () => {
    const { page } = await open();
    const focused = (what: string) =>
      page.evaluate<string>(`(() => { const one = document.activeElement; return ${what}; })()`);
    await page.keyboard.press('Tab');
    expect(await focused('one.textContent')).toBe('Skip to the report');
    expect(await focused('String(one.getBoundingClientRect().top >= 0)')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.activeElement === document.querySelector('main')`);
    await page.keyboard.press('Tab');
    expect(await focused(`String(document.querySelector('main').contains(one))`)).toBe('true');
    const parts = ['counts', 'finding', 'matrix', 'filters'];
    const order: string[] = [];
    for (let presses = 0; presses < 900 && order.at(-1) !== 'summary'; presses++) {
      const at = await focused(`one.matches('.requirement > summary') ? 'summary'
        : one.closest('.facts-of-run') ? 'counts' : ${JSON.stringify(parts)}.find((part) => one.closest('.' + part + ',#' + part)) ?? one.tagName`);
      if (order.at(-1) !== at) order.push(at);
      if (at !== 'summary') await page.keyboard.press('Tab');
    }
    expect(order).toEqual([...parts, 'summary']);
    expect(
      await focused(`getComputedStyle(one).outlineStyle + String(one.parentElement.open)`),
    ).toBe('solidfalse');
    await page.keyboard.press('Enter');
    expect(await focused('String(one.parentElement.open)')).toBe('true');
  });
});
