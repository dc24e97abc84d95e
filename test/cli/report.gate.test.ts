import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RunningReference } from '../../fixtures/reference/index.ts';
import { textsIn, variablesOf } from './command.ts';
import { breaking, workspace } from './workspace.ts';

const { at, call, has, read, refused, result, serve, write } = workspace();
const documents = ['index.html', 'junit.xml', 'ctrf.json', 'summary.md', 'badge.svg'] as const;
let target: RunningReference;
const run = (args: string, more: Record<string, string> = {}) =>
  call(`run --depth quick --seed 4 ${args}`, { ...variablesOf(target), ...more });

beforeAll(async () => {
  target = await serve(breaking('auth/missing'));
  expect((await run('--claim portfolios --out stored --no-allure')).code).toBe(1);
});

describe('report', () => {
  test('writes the documents that the run wrote', async () => {
    expect(await call('report stored/result.json --out again --no-allure')).toMatchObject({
      code: 0,
      stderr: '',
    });
    for (const file of [...documents, 'result.json'])
      expect(read('again', file), file).toBe(read('stored', file));
    expect(has('again', 'allure-results')).toBe(false);
  });

  test('replaces the requested document in the folder of the result, and keeps the evidence', async () => {
    write('stored/badge.svg', 'old');
    const evidence = read('stored', 'exchanges.har');
    await call('report stored --out stored --only badge');
    expect(read('stored', 'badge.svg')).toContain('<svg');
    expect(read('stored', 'exchanges.har')).toBe(evidence);
    expect(has('stored', 'index.html')).toBe(true);
  });

  test('removes documents of earlier reports from another folder', async () => {
    await call('report stored --out other --no-allure');
    await call('report stored --out other --only badge');
    expect(has('other', 'index.html')).toBe(false);
  });
});

describe('--publish', { timeout: 240_000 }, () => {
  test('leaves no personal data in anything that a run writes', async () => {
    const plainly = textsIn(at('stored')).join('\n');
    const personal = [`${target.users.first.slice(0, 23)}0`, 'US0378331005', 'Erträge', '189.98'];
    for (const value of personal) expect(plainly).toContain(value);
    // A run without --publish left the history of its Allure view.
    write('public/allure-history.jsonl', `${personal.join()}\n`);
    const { code, stdout, stderr } = await run(
      '--claim users,portfolios --allow writes --only auth/missing,address/*,*/ok --out public --publish',
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const texts = [...textsIn(at('public')), stdout];
    expect(texts.length).toBeGreaterThan(20);
    for (const value of [...personal, 'Unter den Linden', 'Hamburg']) {
      expect(texts.filter((one) => one.includes(value)).length, value).toBe(0);
    }
    expect(result('public')).toMatchObject({ masked: true, verdict: 'non-conformant' });
    const evidence = read('public', 'exchanges.har');
    expect(result('public').evidence?.sha256).toBe(
      createHash('sha256').update(evidence).digest('hex'),
    );
    expect(JSON.parse(evidence).log.entries.length).toBeGreaterThan(20);
  });

  const reading = ['judge public/exchanges.har --out o', 'replay public', 'merge public --out o'];
  test.each(reading)('%s is refused, because the data is masked', async (args) => {
    expect(await refused(args, variablesOf(target))).toMatch(/was written with --publish/);
  });

  test('masks a stored result in another folder', async () => {
    await call('report stored --out shown --publish --no-allure');
    expect(result('shown').masked).toBe(true);
  });
});

describe('run', () => {
  test('writes only the reports that the configuration selects', async () => {
    write('chosen.json', { reports: { html: false, junit: false, allure: false } });
    await run('--only guides/ok --out chosen --config chosen.json');
    expect(documents.filter((file) => has('chosen', file))).toEqual([
      'ctrf.json',
      'summary.md',
      'badge.svg',
    ]);
    expect(has('chosen', 'allure-results')).toBe(false);
  });

  test('writes annotations and a job summary in a GitHub workflow', async () => {
    write('step.md', 'before\n');
    const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: at('step.md') };
    const { code, stdout } = await run('--only auth/missing --out ci --no-allure', github);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error title=.*auth\/missing/m);
    expect(read('step.md')).toBe(`before\n${read('ci', 'summary.md')}`);
    expect(result('ci').failures).not.toEqual([]);
  });

  test('reports a job summary that cannot be written, and exits with the same code', async () => {
    const github = { GITHUB_STEP_SUMMARY: at('no', 'such', 'folder.md') };
    const { code, stderr } = await run('--only auth/missing --out lost --no-allure', github);
    expect(stderr).toBe('GITHUB_STEP_SUMMARY cannot be written (ENOENT).\n');
    expect(code).toBe(1);
  });
});
