import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { hardenPage } from '../../../reports/allure/harden-page.ts';
import { writeAllure } from '../../../reports/allure/write.ts';
import { placeWords } from '../../../reports/html/places.ts';
import { workspace } from '../../cli/workspace.ts';
import { sample } from '../../scope.ts';
import { describeInBrowser, openPage, quiet } from '../browser.ts';
import { empty, nonConformant, results } from '../results.ts';
import { testsIn, unfold } from './shown-tests.ts';

const { at, read, write } = workspace();
const pageIn = (out: string) => read(out, 'allure-report', 'index.html');
const withId = (result: Result, id: string): Result => ({ ...result, run: { ...result.run, id } });

test('a page of another form is not hardened', () => {
  expect(() => hardenPage('<html><head></head></html>')).toThrow(/unexpected form/);
});

const variables = {
  GITHUB_ACTIONS: 'true',
  GITHUB_WORKFLOW: 'a-workflow',
  GITHUB_REF: 'refs/heads/a-branch',
};
const shown = sample('Allure pages', results.toReversed(), 5);
test.each(shown)(
  'a %s result has a page, without data from the environment',
  async (name, result) => {
    for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
    try {
      expect(await writeAllure(result, at(name))).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
    expect(readdirSync(at(name)).sort()).toEqual([
      'allure-history.jsonl',
      'allure-report',
      'allure-results',
    ]);
    expect(readdirSync(at(name, 'allure-report'))).toEqual(['index.html']);
    expect(pageIn(name)).toContain(`"reportName":"Conformance: ${result.verdict}"`);
    expect(/googletagmanager|a-workflow|a-branch|"ci":/.exec(pageIn(name))).toBeNull();
  },
);

test('the history has a line per run, not per page, and survives a broken line', async () => {
  const history = 'history/allure-history.jsonl';
  const runs = () =>
    read(history)
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { uuid: string }).uuid);
  const small = { ...empty, requirements: empty.requirements.slice(0, 2) };
  for (const id of ['one', 'two', 'two']) await writeAllure(withId(small, id), at('history'));
  expect(runs()).toEqual(['one', 'two']);
  write(history, `${read(history)}{"uuid": "thr`);
  expect(await writeAllure(withId(small, 'four'), at('history'))).toEqual([]);
  expect(runs()).toEqual(['one', 'two', 'four']);
});

describeInBrowser('the Allure page of a run with findings', (browser) => {
  const requirements = nonConformant.requirements.filter(
    ({ outcome }) => outcome === 'fail' || outcome === 'warn',
  );
  const found = { ...nonConformant, requirements };
  const open = () => openPage(browser(), pageIn('found'));
  beforeAll(async () => {
    await writeAllure(withId(found, 'an earlier run'), at('found'));
    expect(await writeAllure(found, at('found'))).toEqual([]);
  }, 300_000);

  test('requests nothing and logs nothing if it is opened as a file', async () => {
    const context = await browser().newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const { href } = pathToFileURL(at('found', 'allure-report', 'index.html'));
    await page.goto(href);
    const places = requirements.flatMap(({ endpoints }) => endpoints);
    expect(await testsIn(page)).toHaveLength(places.length);
    await page.goto(`${href}#charts`);
    await page.getByText('Current status').waitFor();
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([href]);
    expect(complaints).toEqual([]);
    // Prove that the test notices requests.
    await page.evaluate(`fetch('https://report.example/').catch(() => {})`);
    await page.evaluate(
      `document.body.append(Object.assign(new Image(), { src: 'https://report.example/x.png' }))`,
    );
    await expect.poll(() => complaints.join(' ')).toMatch(/x\.png.*Content Security Policy/s);
    expect(asked).toContain('https://report.example/x.png');
    // The page runs only its own scripts.
    const markup = '<img src="data:," onerror="xss = 1">';
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(markup)})`);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { text: 'xss = 2' }))`,
    );
    await expect
      .poll(() => complaints.filter((one) => /inline (script|event handler)/.test(one)))
      .toHaveLength(2);
    expect(await page.evaluate('typeof xss')).toBe('undefined');
  });

  test('shows a finding with its exchange, the commands and its history, and links to its requirement', async () => {
    const { page, seen } = await open();
    const failure = nonConformant.failures.find(
      ({ outcome, curl = '' }) => outcome === 'fail' && curl !== '',
    );
    const { requirement, places, title, changed, request, expected } =
      failure ?? expect.fail('nothing fails');
    const name = `${requirement} on ${placeWords(places[0]?.endpoint ?? '')}`;
    const one =
      (await testsIn(page)).find(({ fullName }) => fullName === name) ??
      expect.fail(`${name} is missing`);
    expect(one.status).toBe('failed');
    // The link opens the requirement in the conformance report.
    await page.evaluate(`location.hash = ${JSON.stringify(one.id)}`);
    await page.getByTestId('test-result-meta-link').click();
    await expect.poll(() => seen.alarms).toHaveLength(1);
    const urls = page
      .context()
      .pages()
      .map((opened) => opened.url());
    expect(urls).toContain(`https://report.example/index.html#${requirement}`);
    await unfold(page, one);
    const text = await page.evaluate<string>('document.body.innerText');
    expect(text).toContain(`${title}\nChanged: ${changed}\nExpected: ${expected}\nActual: `);
    expect(await page.getByTestId('http-attachment-content').first().textContent()).toContain(
      request?.url,
    );
    expect(await page.getByTestId('code-attachment-content').last().textContent()).toContain(
      'm2m-conformance replay',
    );
    // An event, not a click, because the open difference covers the tab.
    await page.getByTestId('test-result-tab-history').dispatchEvent('click');
    expect(await page.getByTestId('test-result-history-item').count()).toBe(1);
    expect(seen).toEqual({ ...quiet, alarms: [expect.stringContaining('a window: ')] });
  });
});
