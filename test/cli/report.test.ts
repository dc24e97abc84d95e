import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { command, emptyFolder, resultIn, textsIn, variablesOf } from './command.ts';

const folder = emptyFolder();
let target: RunningReference;
const documents = ['index.html', 'junit.xml', 'ctrf.json', 'summary.md', 'badge.svg'] as const;
const at = (...path: readonly string[]) => join(folder.path, ...path);
const text = (...path: readonly string[]) => readFileSync(at(...path), 'utf8');

beforeAll(async () => {
  const fault = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
  target = await startReference(fault ? { compose: fault.compose } : {});
  const args = ['run', '--depth', 'quick', '--seed', '4', '--claim', 'portfolios', '--out', 'stored'];
  const { code } = await command(folder.path, args, variablesOf(target));
  expect(code).toBe(1);
});

afterAll(async () => {
  await target.close();
  folder.remove();
});

describe('report', () => {
  test('writes the same documents from a stored result as the run wrote', async () => {
    const { code, stderr } = await command(folder.path, ['report', 'stored', '--out', 'again', '--no-allure']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const file of [...documents, 'result.json']) expect(text('again', file), file).toBe(text('stored', file));
    expect(existsSync(at('again', 'allure-results'))).toBe(false);
  });

  test('writes the Allure view of a stored result', async () => {
    const { code } = await command(folder.path, ['report', 'stored/result.json', '--out', 'view', '--only', 'allure']);
    expect(code).toBe(0);
    expect(text('view', 'allure-report', 'index.html')).toContain('<html');
    expect(existsSync(at('view', 'index.html'))).toBe(false);
  });

  test('beside its own result it replaces what is asked for, and keeps the evidence', async () => {
    writeFileSync(at('stored', 'badge.svg'), 'old');
    const evidence = text('stored', 'exchanges.har');
    await command(folder.path, ['report', 'stored', '--out', 'stored', '--only', 'badge']);
    expect(text('stored', 'badge.svg')).toContain('<svg');
    expect(text('stored', 'exchanges.har')).toBe(evidence);
    expect(existsSync(at('stored', 'index.html'))).toBe(true);
  });

  test('elsewhere nothing of another run stays beside it', async () => {
    await command(folder.path, ['report', 'stored', '--out', 'other', '--no-allure']);
    await command(folder.path, ['report', 'stored', '--out', 'other', '--only', 'badge']);
    expect(existsSync(at('other', 'index.html'))).toBe(false);
  });

  test('what it cannot work with is one clear error', async () => {
    const refused = async (args: readonly string[], message: RegExp) => {
      const { code, stdout, stderr } = await command(folder.path, ['report', ...args]);
      expect(stderr).toMatch(message);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    };
    await refused(['stored', '--out', 'o', '--only', 'pdf'], /--only: found "pdf"; accepted: html, junit,/);
    await refused(['missing', '--out', 'o'], /result\.json cannot be read/);
    writeFileSync(at('cut.json'), text('stored', 'result.json'));
    truncateSync(at('cut.json'), 2_000);
    await refused(['cut.json', '--out', 'o'], /cut\.json is no complete JSON/);
    expect(existsSync(at('o'))).toBe(false);
  });
});

describe('--publish', () => {
  test('leaves no personal data in anything that a run writes', async () => {
    const plainly = textsIn(at('stored')).join('\n');
    const personal = [`${target.users.first.slice(0, 23)}0`, 'US0378331005', 'Erträge', '189.98'];
    for (const value of personal) expect(plainly).toContain(value);
    const args = ['run', '--depth', 'quick', '--claim', 'users,portfolios', '--allow', 'writes', '--seed', '4'];
    // A run that was not published has left the history of its Allure view there.
    mkdirSync(at('public'));
    writeFileSync(at('public', 'allure-history.jsonl'), `${personal.join()}\n`);
    const { code, stdout, stderr } = await command(
      folder.path,
      [...args, '--out', 'public', '--publish'],
      variablesOf(target),
      true,
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const texts = [...textsIn(at('public')), stdout];
    for (const value of [...personal, 'Unter den Linden', 'Hamburg']) {
      expect(texts.filter((one) => one.includes(value)).length, value).toBe(0);
    }
    const result = resultIn(folder.path, 'public');
    expect(result).toMatchObject({ masked: true, verdict: 'non-conformant' });
    expect(result.evidence?.sha256).toBe(createHash('sha256').update(text('public', 'exchanges.har')).digest('hex'));
    expect(JSON.parse(text('public', 'exchanges.har')).log.entries.length).toBeGreaterThan(100);
  });

  test('what it leaves is neither judged, replayed nor merged', async () => {
    const refused = async (args: readonly string[]) => {
      const { code, stdout, stderr } = await command(folder.path, args, variablesOf(target));
      expect(stderr).toMatch(/was written with --publish/);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    };
    await refused(['judge', 'public/exchanges.har', '--out', 'o']);
    await refused(['replay', 'public']);
    await refused(['merge', 'public', '--out', 'o']);
  });

  test('of a stored result goes to another folder', async () => {
    const { code, stderr } = await command(folder.path, ['report', 'stored', '--out', 'stored', '--publish']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/evidence .* is not masked/) });
    await command(folder.path, ['report', 'stored', '--out', 'shown', '--publish', '--no-allure']);
    expect(resultIn(folder.path, 'shown').masked).toBe(true);
  });
});

describe('run', () => {
  test('writes what the configuration asks for', async () => {
    writeFileSync(at('harness.config.json'), '{ "reports": { "html": false, "junit": false, "allure": false } }');
    const args = ['run', '--only', 'guides/ok', '--out', 'chosen'];
    await command(folder.path, args, variablesOf(target), true);
    const there = documents.filter((file) => existsSync(at('chosen', file)));
    expect(there).toEqual(['ctrf.json', 'summary.md', 'badge.svg']);
    expect(existsSync(at('chosen', 'allure-results'))).toBe(false);
  });

  test('in a GitHub workflow it tells the job what it found', async () => {
    writeFileSync(at('step.md'), 'before\n');
    const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: at('step.md') };
    const args = ['run', '--only', 'auth/missing', '--depth', 'quick', '--out', 'ci'];
    const { code, stdout } = await command(folder.path, args, { ...variablesOf(target), ...github });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error title=.*auth\/missing/m);
    expect(text('step.md')).toBe(`before\n${text('ci', 'summary.md')}`);
    expect(resultIn(folder.path, 'ci').failures).not.toEqual([]);
  });

  test('a summary that cannot be written is told, and changes nothing', async () => {
    const args = ['run', '--only', 'guides/ok', '--out', 'lost'];
    const github = { GITHUB_STEP_SUMMARY: at('no', 'such', 'folder.md') };
    const { code, stderr } = await command(folder.path, args, { ...variablesOf(target), ...github });
    expect(stderr).toBe('GITHUB_STEP_SUMMARY cannot be written (ENOENT).\n');
    expect(code).toBe(3);
  });
});
