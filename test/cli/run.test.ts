import { readdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { explainProblems } from '../../engine/schema/result.ts';
import { override } from '../../fixtures/reference/index.ts';
import { command, start, variablesOf } from './command.ts';
import { treeOf } from './processes/tree.ts';
import { breaking, workspace } from './workspace.ts';

const { at, call, has, read, refused, result, serve } = workspace();

const built = (args: string, variables = {}) => command(at(), args.split(' '), variables, true);

describe('run', { timeout: 240_000 }, () => {
  test('certifies the embedded reference if no target is named', async () => {
    const { code, stdout, stderr } = await built('run --depth quick --seed 5 --claim savings-vault --no-allure');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/CONFORMANT {2}embedded reference implementation/);
    expect(stdout).toMatch(/seed 5/);
    expect(stdout).toMatch(/declared by the profile, not by the specification: GET \/savings-vault/);
    const certified = result();
    expect(explainProblems(certified)).toEqual([]);
    expect(certified.verdict).toBe('conformant');
  });

  test('certifies a target from variables alone, finds its defect, and writes all reports', async () => {
    const target = await serve(breaking('auth/missing'));
    const { code, stdout } = await built('run --depth quick --claim portfolios --out out', variablesOf(target));
    expect(code).toBe(1);
    for (const text of [/✗ auth\/missing/, /curl -sS/, /NON-CONFORMANT/]) expect(stdout).toMatch(text);
    expect(explainProblems(result('out'))).toEqual([]);
    expect(readdirSync(at('out')).sort()).toEqual([
      ...['allure-history.jsonl', 'allure-report', 'allure-results', 'badge.svg', 'ctrf.json', 'exchanges.har'],
      ...['index.html', 'junit.xml', 'result.json', 'summary.md'],
    ]);
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

  test('ends with reports if its worker dies', async () => {
    const target = await serve([], { latencyMs: 30 });
    const args = 'run --claim portfolios,learn --out ended'.split(' ');
    const { child, finished } = start(at(), args, variablesOf(target));
    const evidence = () => (has('ended', 'exchanges.har') ? read('ended', 'exchanges.har').length : 0);
    await vi.waitUntil(() => evidence() > 50_000, { timeout: 60_000, interval: 20 });
    for (const worker of treeOf(child.pid ?? 0).slice(1)) process.kill(worker, 'SIGKILL');
    expect((await finished).code).toBe(4);
    const ended = result('ended');
    expect(explainProblems(ended)).toEqual([]);
    expect(ended.verdict).toBe('inconclusive');
    expect(ended.harnessErrors).not.toEqual([]);
    expect(ended.run.requests).toBeGreaterThan(10);
  });

  const gone = { M2M_BASE_URL: 'http://127.0.0.1:9', M2M_AUTH_URL: 'http://127.0.0.1:9/t' };
  const noToken = /no access token was issued to the scoped client: /;
  test.each([
    ['a target that is not there', gone, new RegExp(`${noToken.source}no response \\(refused-connection`)],
    [
      'wrong credentials',
      { M2M_CLIENT_SECRET: 'not-the-secret' },
      new RegExp(`${noToken.source}40[01].*Check M2M_CLIENT_ID`),
    ],
    ['a user that does not exist', { M2M_USER_ID: '0a1b2c3d4e5f60718293a4b5' }, /INCONCLUSIVE/],
  ])('%s causes no finding, and exit code 3', async (_what, wrong, message) => {
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
  ['run --only guide/cache', /--only: found "guide\/cache", which matches no requirement/],
  ['run --depth medium', /run\.depth/],
  ['run --valid-days -1 --out o', /^--valid-days: found "-1"; accepted: a whole number from 1 to 9999\.\n$/],
  ['judge missing.har --out o', /missing\.har cannot be read/],
  ['serve --fault nothing', /--fault nothing: there is no such fault/],
  ['serve --port http', /--port: found http; accepted: a number/],
])('%s causes one clear error and exit code 2, and writes nothing', async (args, message) => {
  expect(await refused(args)).toMatch(message);
  expect(has('o')).toBe(false);
});
