import { readdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { explainProblems } from '../../cli/result-folder.ts';
import { command, start, variablesOf } from './command.ts';
import { treeOf } from './processes/tree.ts';
import { breaking, hearing, workspace } from './workspace.ts';

const { at, call, has, read, result, serve } = workspace();

const built = (args: string, variables = {}) => command(at(), args.split(' '), variables, true);

describe('run', { timeout: 240_000 }, () => {
  test('certifies the embedded reference if no target is named', async () => {
    const { code, stdout, stderr } = await built(
      'run --depth quick --seed 5 --claim savings-vault --no-allure',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/CONFORMANT {2}embedded reference implementation/);
    expect(stdout).toMatch(/seed 5/);
    expect(stdout).toMatch(
      /declared by the profile, not by the specification: GET \/savings-vault/,
    );
    const certified = result();
    expect(explainProblems(certified)).toEqual([]);
    expect(certified.verdict).toBe('conformant');
  });

  test('certifies a target from variables alone, finds its defect, and writes all reports', async () => {
    const target = await serve(breaking('auth/missing'));
    const { code, stdout } = await built(
      'run --depth quick --claim portfolios --out out',
      variablesOf(target),
    );
    expect(code).toBe(1);
    for (const text of [/✗ auth\/missing/, /curl -sS/, /NON-CONFORMANT/])
      expect(stdout).toMatch(text);
    expect(explainProblems(result('out'))).toEqual([]);
    expect(readdirSync(at('out')).sort()).toEqual([
      ...[
        'allure-history.jsonl',
        'allure-report',
        'allure-results',
        'badge.svg',
        'ctrf.json',
        'exchanges.har',
      ],
      ...['index.html', 'junit.xml', 'result.json', 'summary.md'],
    ]);
  });

  test('--dry prints the plan and sends nothing', async () => {
    let requests = 0;
    const target = await serve(hearing(() => requests++));
    const { code, stdout } = await call('run --dry --out dry', variablesOf(target));
    expect(code).toBe(0);
    expect(stdout).toMatch(/auth\/missing\s+must\s+GET \/learn\/learning-guides/);
    expect({ requests, isWritten: has('dry') }).toEqual({ requests: 0, isWritten: false });
  });

  test('--only and --skip judge a part, which is never conformant, and set the exit code', async () => {
    const part = 'run --only cash/*,errors/json --skip errors/json --depth quick --out part';
    const { code, stdout } = await call(part);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1 passed, .+, 0 not run, \d{3} not selected$/m);
    expect(stdout).not.toContain('Not assessed');
    const { verdict, requirements } = result('part');
    expect(verdict).toBe('inconclusive');
    const reason = 'not selected: --only cash/*,errors/json --skip errors/json';
    expect(requirements.find(({ id }) => id === 'auth/missing')).toMatchObject({
      outcome: 'not-run',
      reason,
    });
    expect(read('part', 'summary.md')).toMatch(/: \d{3} requirements were not selected\./);
    expect((await call('judge part/exchanges.har --out judged')).code).toBe(0);
  });

  test('requirements that are not selected run at the endpoints of selected monitors, and are not judged', async () => {
    const target = await serve([breaking('errors/json'), breaking('auth/missing')]);
    const args = 'run --only errors/json --claim cash --depth quick --out input';
    expect((await call(args, variablesOf(target))).code).toBe(1);
    const { failures, requirements, run } = result('input');
    expect(new Set(failures.map(({ requirement }) => requirement))).toEqual(
      new Set(['errors/json']),
    );
    expect(requirements.filter(({ cases }) => cases > 0).map(({ id }) => id)).toEqual([
      'errors/json',
    ]);
    expect(run.requests).toBeGreaterThan(100);
    expect(requirements.find(({ id }) => id === 'auth/missing')?.outcome).toBe('not-run');
  });

  test('ends with reports if its worker dies', async () => {
    const target = await serve([], { latencyMs: 30 });
    const args = 'run --claim portfolios,learn --out ended'.split(' ');
    const { child, finished } = start(at(), args, variablesOf(target));
    const evidence = () =>
      has('ended', 'exchanges.har') ? read('ended', 'exchanges.har').length : 0;
    await vi.waitUntil(() => evidence() > 50_000, { timeout: 60_000, interval: 20 });
    for (const worker of treeOf(child.pid ?? 0).slice(1)) process.kill(worker, 'SIGKILL');
    expect((await finished).code).toBe(4);
    const ended = result('ended');
    expect(explainProblems(ended)).toEqual([]);
    expect(ended.verdict).toBe('inconclusive');
    expect(ended.harnessErrors).not.toEqual([]);
    expect(ended.run.requests).toBeGreaterThan(10);
  });
});

test('a reader that stops reading sees no stack trace', async () => {
  const { child, finished } = start(at(), ['openapi']);
  child.stdout?.once('data', () => child.stdout?.destroy());
  expect(await finished).toMatchObject({ code: 0, stderr: '' });
});
