import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { explainProblems } from '../../engine/schema/result.ts';
import { override } from '../../fixtures/reference/index.ts';
import { sample } from '../scope.ts';
import { command, start, textsIn, variablesOf } from './command.ts';
import { breaking, workspace } from './workspace.ts';

const { at, call, has, read, refused, remove, result, serve, write } = workspace();

/** The built command in the folder, as users start it. */
const built = (args: string, variables = {}) => command(at(), args.split(' '), variables, true);

describe('run', { timeout: 240_000 }, () => {
  test('certifies the embedded reference if no target is named', async () => {
    const { code, stdout, stderr } = await built('run --depth quick --seed 5 --no-allure');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/CONFORMANT {2}embedded reference implementation/);
    expect(stdout).toMatch(/seed 5/);
    expect(stdout).toMatch(/declared by the profile, not given by the specification: POST \/users,/);
    const certified = result();
    expect(explainProblems(certified)).toEqual([]);
    expect(certified.verdict).toBe('conformant');
    // Every row of the reading is there, and every must passed.
    expect(certified.requirements).toHaveLength(128);
    const notPassed = certified.requirements.filter(({ level, outcome }) => level === 'must' && outcome !== 'pass');
    expect(notPassed).toEqual([]);
    expect(certified.totals).toMatchObject({ notRun: 0, inconclusive: 0 });
    expect(certified.claim).toHaveLength(12);
  });

  test('certifies a target from variables alone, finds its defect, and writes no secret anywhere', async () => {
    const tokens: string[] = [];
    const target = await serve([
      breaking('auth/missing'),
      override('sign', (original) => async (...signed) => {
        const token = await original(...signed);
        tokens.push(token);
        return token;
      }),
    ]);
    const { code, stdout, stderr } = await built(
      'run --depth quick --claim portfolios,learn --out out',
      variablesOf(target),
    );
    expect(code).toBe(1);
    for (const text of [/✗ auth\/missing/, /curl -sS/, /NON-CONFORMANT/]) expect(stdout).toMatch(text);
    expect(explainProblems(result('out'))).toEqual([]);
    expect(readdirSync(at('out')).sort()).toEqual([
      ...['allure-history.jsonl', 'allure-report', 'allure-results', 'badge.svg', 'ctrf.json', 'exchanges.har'],
      ...['index.html', 'junit.xml', 'result.json', 'summary.md'],
    ]);
    const written = textsIn(at('out'));
    expect(written.length).toBeGreaterThan(100);
    expect(tokens.length).toBeGreaterThan(3);
    const signatures = tokens.map((token) => token.split('.')[2] ?? '');
    for (const secret of [target.clients.scoped.secret, target.clients.unscoped.secret, ...signatures])
      for (const text of [...written, stdout, stderr]) expect(text.includes(secret)).toBe(false);
  });

  test('--dry prints the plan and sends nothing', async () => {
    let requests = 0;
    const target = await serve(
      override('intercept', (original) => (...request) => {
        requests++;
        return original(...request);
      }),
    );
    const { code, stdout } = await call('run --dry --out dry', variablesOf(target));
    expect(code).toBe(0);
    expect(stdout).toMatch(/auth\/missing\s+must\s+GET \/learn\/learning-guides/);
    expect({ requests, isWritten: has('dry') }).toEqual({ requests: 0, isWritten: false });
  });

  test('--only runs a part, which is never conformant', async () => {
    expect((await call('run --only guides/* --depth quick --out part --no-allure')).code).toBe(3);
    const { requirements } = result('part');
    expect(requirements.find(({ id }) => id === 'guides/ok')?.outcome).toBe('pass');
    const reason = 'left out by --only guides/*';
    expect(requirements.find(({ id }) => id === 'auth/missing')).toMatchObject({ outcome: 'not-run', reason });
  });

  const ends = ['SIGINT', 'SIGTERM', 'a dead worker'] as const;
  test.each([...sample('signals that end a run', ends.slice(0, 2), 2), ends[2]])(
    '%s ends it with its reports',
    async (how) => {
      remove('ended');
      const target = await serve([], { latencyMs: 30 });
      const { child, finished } = start(at(), 'run --depth deep --out ended'.split(' '), variablesOf(target));
      while (!has('ended', 'exchanges.har') || read('ended', 'exchanges.har').length < 100_000) await sleep(50);
      if (how === 'a dead worker') {
        const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
        for (const worker of children) process.kill(Number(worker), 'SIGKILL');
      } else child.kill(how);
      expect((await finished).code).toBe(how === 'a dead worker' ? 3 : 130);
      const ended = result('ended');
      expect(explainProblems(ended)).toEqual([]);
      expect(ended.verdict).toBe('inconclusive');
      if (how === 'a dead worker') expect(ended.harnessErrors).not.toEqual([]);
      else expect(ended.interrupted).toBe(how);
      expect(ended.run.requests).toBeGreaterThan(10);
    },
  );

  const gone = { HARNESS_BASE_URL: 'http://127.0.0.1:9', HARNESS_AUTH_URL: 'http://127.0.0.1:9/t' };
  const noToken = /no access token was issued to the scoped client: /;
  test.each([
    ['a target that is not there', gone, new RegExp(`${noToken.source}no answer \\(refused-connection`)],
    [
      'wrong credentials',
      { HARNESS_CLIENT_SECRET: 'not-the-secret' },
      new RegExp(`${noToken.source}40[01].*Check HARNESS_CLIENT_ID`),
    ],
    ['a user that does not exist', { HARNESS_USER_ID: '0a1b2c3d4e5f60718293a4b5' }, /INCONCLUSIVE/],
  ])('%s accuses nobody: exit 3', async (_what, wrong, message) => {
    const variables = { ...variablesOf(await serve()), ...wrong };
    const { code, stdout } = await call('run --depth quick --claim cash --out luckless --no-allure', variables);
    expect(code).toBe(3);
    expect(stdout).toMatch(message);
    expect(result('luckless')).toMatchObject({ verdict: 'inconclusive', failures: [] });
  });
});

test('a reader that stops reading sees no stack trace', async () => {
  const { child, finished } = start(at(), ['openapi']);
  child.stdout?.once('data', () => child.stdout?.destroy());
  expect(await finished).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['run --base-url api.example.com', /target\.baseUrl/],
  ['run --sed 5', /unknown option '--sed'/],
  ['run --only guide/cache', /--only: found "guide\/cache", which is no requirement/],
  ['run --depth medium', /run\.depth/],
  ['run --config missing.ts', /missing\.ts/],
  ['certify', /unknown command/],
  ['judge missing.har --out o', /missing\.har cannot be read/],
  ['judge other.har --out o', /no evidence of a run/],
  ['merge missing --out o', /cannot be read/],
  ['serve --fault nothing', /--fault nothing is unknown/],
  ['serve --port http', /is no port/],
])('%s is one clear error: exit 2, and nothing is written', async (args, message) => {
  write('other.har', '{"log":{"version":"1.2","entries":[]}}\n');
  expect(await refused(args)).toMatch(message);
  expect(has('o')).toBe(false);
});
