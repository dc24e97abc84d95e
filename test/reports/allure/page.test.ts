import './environment.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { hardenPage } from '../../../reports/allure/harden-page.ts';
import { writeAllure } from '../../../reports/allure/write.ts';
import { sample } from '../../scope.ts';
import { describeInBrowser, openPage, quiet } from '../browser.ts';
import { empty, inconclusive, nonConformant, results } from '../results.ts';
import { testsIn, unfold } from './shown-tests.ts';

const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'm2m-allure-'));
  folders.push(made);
  return made;
}

afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

function pageIn(out: string): string {
  return readFileSync(join(out, 'allure-report', 'index.html'), 'utf8');
}

function withId(result: Result, id: string): Result {
  return { ...result, run: { ...result.run, id } };
}

describe('hardenPage', () => {
  // As Allure writes it.
  const analytics = `
    <script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
    <script>
        window.dataLayer = window.dataLayer || [];
        function gtag(){dataLayer.push(arguments);}
        gtag('config', 'G-1', {});
    </script>`;
  const main = Buffer.from("say('</script>', '<!--')").toString('base64');
  const html = `<!DOCTYPE html><html><head>
    <meta charset="utf-8"></head><body>${analytics}
    <script>window.allure = {};</script><script   src="data:text/javascript;base64,${main}"></script></body></html>`;

  test('removes the analytics, and names every script that stays in a policy', () => {
    const page = hardenPage(html);
    expect(page).not.toMatch(/googletagmanager|gtag/);
    expect(page).toContain('<script>window.allure = {};</script>');
    expect(page.match(/'sha256-[^']+'/g)).toHaveLength(3);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'));
  });

  test('writes a script so that it ends where it ended', () => {
    expect(hardenPage(html)).toContain("<script>say('<\\/script>', '<\\!--')</script>");
  });

  test('refuses a page of another form', () => {
    expect(() => hardenPage('<html><head></head></html>')).toThrow(/another form/);
  });
});

test.each(sample('Allure pages', results, 2))('the page of a result that is %s is made', async (_name, result) => {
  const out = folder();
  expect(await writeAllure(result, out)).toEqual([]);
  expect(readdirSync(out).sort()).toEqual(['allure-history.jsonl', 'allure-report', 'allure-results']);
  expect(readdirSync(join(out, 'allure-report'))).toEqual(['index.html']);
  expect(pageIn(out)).not.toContain('googletagmanager');
});

test('the history has a line a run, not a page, and survives a line that is none', async () => {
  const out = folder();
  const result = empty;
  const history = join(out, 'allure-history.jsonl');
  const runs = () =>
    readFileSync(history, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { uuid: string }).uuid);
  await writeAllure(withId(result, 'one'), out);
  await writeAllure(withId(result, 'two'), out);
  await writeAllure(withId(result, 'two'), out);
  expect(runs()).toEqual(['one', 'two']);
  writeFileSync(history, `${readFileSync(history, 'utf8')}{"uuid": "thr`);
  expect(await writeAllure(withId(result, 'four'), out)).toEqual([]);
  expect(runs()).toEqual(['one', 'two', 'four']);
});

test('what Allure reads from the environment and from git is not in the page', async () => {
  const out = folder();
  const variables = { GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW: 'a-workflow', GITHUB_REF: 'refs/heads/a-branch' };
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    expect(await writeAllure(inconclusive, out)).toEqual([]);
  } finally {
    process.env = before;
  }
  const page = pageIn(out);
  expect(page).toMatch(/window\.allureReportOptions = \{.*"reportName":"Conformance: inconclusive"/);
  expect(page).not.toMatch(/a-workflow|a-branch|"ci":/);
});

describeInBrowser('the Allure page of a run with findings', (browser) => {
  const out = folder();
  let result: Result;
  beforeAll(async () => {
    result = nonConformant;
    await writeAllure(withId(result, 'an earlier run'), out);
    expect(await writeAllure(result, out)).toEqual([]);
  }, 300_000);

  test('asks for nothing, from a file, and complains of nothing', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const address = pathToFileURL(join(out, 'allure-report', 'index.html')).href;
    await page.goto(address);
    const tests = await testsIn(page);
    expect(tests).toHaveLength(result.requirements.flatMap(({ endpoints }) => endpoints).length);
    await page.goto(`${address}#charts`);
    await page.getByText('Current status').waitFor();
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([address]);
    expect(complaints).toEqual([]);
    // What this would have seen.
    await page.evaluate(`fetch('https://report.example/').catch(() => {})`);
    await page.evaluate(`document.body.append(Object.assign(new Image(), { src: 'https://report.example/x.png' }))`);
    await expect.poll(() => complaints.join(' ')).toMatch(/x\.png.*Content Security Policy/s);
    expect(asked).toContain('https://report.example/x.png');
    await context.close();
  });

  test('shows a finding with its exchange, the commands and its history', async () => {
    const { page, seen } = await openPage(browser(), pageIn(out));
    const { requirement, places, cause, request, expected } =
      result.failures.find(({ outcome, curl = '' }) => outcome === 'fail' && curl !== '') ?? failing();
    const tests = await testsIn(page);
    const one = tests.find(({ fullName }) => fullName === `${requirement} on ${places[0]?.endpoint}`) ?? failing();
    expect(one.status).toBe('failed');
    await unfold(page, one);
    const text = await page.evaluate<string>('document.body.innerText');
    expect(text).toContain(`${cause}\nExpected: ${expected}\nActual: `);
    expect(await page.getByTestId('http-attachment-content').first().textContent()).toContain(request?.url);
    expect(await page.getByTestId('code-attachment-content').last().textContent()).toContain('m2m-conformance replay');
    // The difference lies over the page.
    await page.getByTestId('test-result-tab-history').dispatchEvent('click');
    expect(await page.getByTestId('test-result-history-item').count()).toBe(1);
    expect(seen).toEqual(quiet);
  });

  test('leads to the requirement in the conformance report', async () => {
    const { page, seen } = await openPage(browser(), pageIn(out));
    const [one] = await testsIn(page);
    await unfold(page, one ?? failing());
    await page.getByTestId('test-result-meta-link').click();
    await expect.poll(() => seen.alarms).toHaveLength(1);
    const id = one?.fullName.split(' on ')[0];
    expect(
      page
        .context()
        .pages()
        .map((opened) => opened.url()),
    ).toContain(`https://report.example/index.html#${id}`);
  });

  test('runs no script but its own', async () => {
    const markup = '<img src="data:," onerror="xss(1)">';
    const script = "document.body.append(Object.assign(document.createElement('script'), { text: 'xss(2)' }))";
    const bare = await openPage(browser(), `<body>${markup}`);
    await bare.page.evaluate(script);
    await expect.poll(() => [...bare.seen.alarms].sort()).toEqual(['xss(1)', 'xss(2)']);
    const { page, seen } = await openPage(browser(), pageIn(out));
    await testsIn(page);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(markup)})`);
    await page.evaluate(script);
    await expect.poll(() => seen.complaints).toHaveLength(2);
    expect(seen.alarms).toEqual([]);
  });
});

function failing(): never {
  throw new Error('there is none');
}
