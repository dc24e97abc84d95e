import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainProblems } from '../../engine/schema/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { type ReferenceOptions, type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { sample } from '../scope.ts';
import { command, emptyFolder, resultIn, start, textsIn, variablesOf } from './command.ts';

let folder: ReturnType<typeof emptyFolder>;
const running: RunningReference[] = [];

beforeEach(() => {
  folder = emptyFolder();
});

afterEach(async () => {
  folder.remove();
  for (const reference of running.splice(0)) await reference.close();
});

async function reference(options: ReferenceOptions = {}): Promise<RunningReference> {
  const started = await startReference(options);
  running.push(started);
  return started;
}

describe('run', () => {
  test('certifies the embedded reference where no target is named', async () => {
    const { code, stdout, stderr } = await command(folder.path, ['run', '--depth', 'quick', '--seed', '5'], {}, true);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/CONFORMANT {2}embedded reference implementation/);
    expect(stdout).toMatch(/seed 5/);
    const result = resultIn(folder.path);
    expect(explainProblems(result)).toEqual([]);
    expect(result.verdict).toBe('conformant');
    // Every row of the reading is there, exercised, and every must passed.
    expect(result.requirements).toHaveLength(128);
    const musts = result.requirements.filter(({ level }) => level === 'must');
    expect(musts.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect(result.requirements.filter(({ outcome }) => outcome === 'not-run' || outcome === 'inconclusive')).toEqual(
      [],
    );
    expect(result.claim).toHaveLength(12);
    expect(stdout).toMatch(/declared by the profile, not given by the specification: POST \/users,/);
    expect(readdirSync(join(folder.path, 'reports', 'latest')).sort()).toEqual([
      ...['allure-history.jsonl', 'allure-report', 'allure-results', 'badge.svg', 'ctrf.json', 'exchanges.har'],
      ...['index.html', 'junit.xml', 'result.json', 'summary.md'],
    ]);
  });

  test('certifies a target from variables alone, and finds its defect', async () => {
    const fault = faults.find(({ breaks }) => breaks[0] === 'auth/missing');
    const target = await reference(fault ? { compose: fault.compose } : {});
    const args = ['run', '--depth', 'quick', '--claim', 'portfolios', '--out', 'out'];
    const { code, stdout } = await command(folder.path, args, variablesOf(target));
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ auth\/missing/);
    expect(stdout).toMatch(/curl -sS/);
    expect(stdout).toMatch(/NON-CONFORMANT/);
    expect(explainProblems(resultIn(folder.path, 'out'))).toEqual([]);
  });

  test('writes no secret anywhere', async () => {
    const tokens: string[] = [];
    const target = await reference({
      compose: (parts) => ({
        ...parts,
        sign: async (...signed) => {
          const token = await parts.sign(...signed);
          tokens.push(token);
          return token;
        },
      }),
    });
    const { stdout, stderr } = await command(folder.path, ['run', '--depth', 'quick'], variablesOf(target), true);
    expect(tokens.length).toBeGreaterThan(3);
    const out = join(folder.path, 'reports', 'latest');
    const written = textsIn(out);
    expect(written.length).toBeGreaterThan(100);
    const signatures = tokens.map((token) => token.split('.')[2] ?? '');
    const secrets = [target.clients.scoped.secret, target.clients.unscoped.secret, ...tokens, ...signatures];
    for (const secret of secrets) for (const text of [...written, stdout, stderr]) expect(text).not.toContain(secret);
  });

  test('--dry prints the plan and sends nothing', async () => {
    let asked = 0;
    const target = await reference({
      compose: (parts) => ({
        ...parts,
        intercept: (...request) => {
          asked++;
          return parts.intercept(...request);
        },
      }),
    });
    const { code, stdout } = await command(folder.path, ['run', '--dry'], variablesOf(target));
    expect(code).toBe(0);
    expect(stdout).toMatch(/auth\/missing\s+must\s+GET \/learn\/learning-guides/);
    expect(asked).toBe(0);
    expect(existsSync(join(folder.path, 'reports'))).toBe(false);
  });

  test('--only runs a part, and a part is no certificate', async () => {
    const { code } = await command(folder.path, ['run', '--only', 'guides/*', '--depth', 'quick']);
    expect(code).toBe(3);
    const result = resultIn(folder.path);
    expect(result.requirements.find(({ id }) => id === 'guides/ok')?.outcome).toBe('pass');
    expect(result.requirements.find(({ id }) => id === 'auth/missing')).toMatchObject({
      outcome: 'not-run',
      reason: 'left out by --only guides/*',
    });
  });

  test.each(sample('signals that end a run', ['SIGINT', 'SIGTERM'] as const, 2))(
    '%s ends it with its reports',
    async (signal) => {
      const target = await reference({ latencyMs: 30 });
      const { child, finished } = start(folder.path, ['run', '--depth', 'deep'], variablesOf(target));
      const har = join(folder.path, 'reports', 'latest', 'exchanges.har');
      while (!existsSync(har) || readFileSync(har).length < 100_000) await sleep(50);
      child.kill(signal);
      const { code } = await finished;
      expect(code).toBe(130);
      const result = resultIn(folder.path);
      expect(explainProblems(result)).toEqual([]);
      expect(result).toMatchObject({ verdict: 'inconclusive', interrupted: signal });
      expect(result.run.requests).toBeGreaterThan(10);
    },
  );

  test('a worker that is killed leaves a complete report of what was judged', async () => {
    const target = await reference({ latencyMs: 30 });
    const { child, finished } = start(folder.path, ['run', '--depth', 'deep'], variablesOf(target));
    const har = join(folder.path, 'reports', 'latest', 'exchanges.har');
    while (!existsSync(har) || readFileSync(har).length < 100_000) await sleep(50);
    const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
    for (const worker of workers) process.kill(Number(worker), 'SIGKILL');
    const { code } = await finished;
    expect(code).toBe(3);
    const result = resultIn(folder.path);
    expect(explainProblems(result)).toEqual([]);
    expect(result.verdict).toBe('inconclusive');
    expect(result.harnessErrors).not.toEqual([]);
    expect(result.run.requests).toBeGreaterThan(10);
  });
});

test('whoever stops reading what it prints sees no stack trace', async () => {
  const { child, finished } = start(folder.path, ['openapi']);
  child.stdout?.once('data', () => child.stdout?.destroy());
  expect(await finished).toMatchObject({ code: 0, stderr: '' });
});

describe('bad luck', () => {
  test('a target that is not there', async () => {
    const target = await reference();
    const gone = {
      ...variablesOf(target),
      HARNESS_BASE_URL: 'http://127.0.0.1:9',
      HARNESS_AUTH_URL: 'http://127.0.0.1:9/t',
    };
    const { code, stdout } = await command(folder.path, ['run', '--depth', 'quick'], gone);
    expect(code).toBe(3);
    expect(stdout).toMatch(/no access token was issued to the scoped client: no answer \(refused-connection/);
    expect(resultIn(folder.path).failures).toEqual([]);
  });

  test('wrong credentials', async () => {
    const target = await reference();
    const wrong = { ...variablesOf(target), HARNESS_CLIENT_SECRET: 'not-the-secret' };
    const { code, stdout } = await command(folder.path, ['run', '--depth', 'quick'], wrong);
    expect(code).toBe(3);
    expect(stdout).toMatch(/no access token was issued to the scoped client: 40[01].*Check HARNESS_CLIENT_ID/);
    expect(resultIn(folder.path).failures).toEqual([]);
  });

  test('a user that does not exist', async () => {
    const target = await reference();
    const wrong = { ...variablesOf(target), HARNESS_USER_ID: target.users.unknown };
    const { code } = await command(folder.path, ['run', '--depth', 'quick', '--claim', 'cash'], wrong);
    expect(code).toBe(3);
    expect(resultIn(folder.path).verdict).toBe('inconclusive');
  });
});

describe('bad input is one clear error, exit 2, and nothing is sent', () => {
  const cases = [
    [['run', '--base-url', 'api.example.com'], /target\.baseUrl/],
    [['run', '--sed', '5'], /unknown option '--sed'/],
    [['run', '--only', 'guide/cache'], /--only: found "guide\/cache", which is no requirement/],
    [['run', '--depth', 'medium'], /run\.depth/],
    [['run', '--config', 'missing.ts'], /missing\.ts/],
    [['certify'], /unknown command/],
    [['judge', 'missing.har', '--out', 'o'], /missing\.har cannot be read/],
    [['judge', 'other.har', '--out', 'o'], /no evidence of a run/],
    [['merge', 'missing', '--out', 'o'], /cannot be read/],
    [['serve', '--fault', 'nothing'], /--fault nothing is unknown/],
    [['serve', '--port', 'http'], /is no port/],
  ] as const;
  test.each(sample('wrong run commands', cases, 3))('%s', async (args, message) => {
    writeFileSync(join(folder.path, 'other.har'), '{"log":{"version":"1.2","entries":[]}}\n');
    const { code, stderr } = await command(folder.path, args);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });
});
