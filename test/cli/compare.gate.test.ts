import { beforeAll, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import type { Comparison } from '../../reports/compare.ts';
import { workspace } from './workspace.ts';

const { call, result, write } = workspace();
type Outcome = Result['requirements'][number]['outcome'];

/** Stores a result of the same target with these outcomes. */
function store(
  out: string,
  outcomes: Readonly<Record<string, Outcome>>,
  run: Partial<Result['run']> = {},
): void {
  const sound = result('sound');
  const requirements = sound.requirements.map((one) => {
    const outcome = outcomes[one.id];
    return outcome
      ? { ...one, outcome, endpoints: one.endpoints.map((place) => ({ ...place, outcome })) }
      : one;
  });
  write(`${out}/result.json`, { ...sound, requirements, run: { ...sound.run, ...run } });
}

beforeAll(async () => {
  await call('run --depth quick --seed 1 --only guides/*,cash/ok --out sound --no-allure');
});

const all = '0 broken, 0 new warnings, 0 fixed, 0 newly assessed, 0 no longer assessed';

test('a result equals itself, named by its folder or its file', async () => {
  const { code, stdout } = await call('compare sound sound/result.json');
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`\\n${all}, \\d+ unchanged`));
  expect(stdout).not.toMatch(/ run /);
});

test.each<[before: Outcome, after: Outcome, heading: string, ...codes: number[]]>([
  ['pass', 'fail', 'Broken', 1],
  ['observed', 'fail', 'Broken', 1],
  ['warn', 'fail', 'Broken', 1],
  ['pass', 'warn', 'New warnings', 0, 1],
  ['warn', 'pass', 'Fixed', 0],
  ['fail', 'warn', 'Fixed', 0],
  ['inconclusive', 'fail', 'Newly assessed', 0],
  ['fail', 'inconclusive', 'No longer assessed', 0, 0, 1],
])('%s to %s: %s', async (before, after, heading, code, strictCode = code, coverageCode = code) => {
  store('before', { 'guides/ok': before });
  store('after', { 'guides/ok': after });
  const compared = await call('compare before after');
  const line = `guides/ok {2}${before} → ${after} {2}(.+ {2})?GET /learn/learning-guides, whole run`;
  expect(compared.stdout).toMatch(new RegExp(`${heading}\\n {2}${line}\\n`));
  expect(compared.code).toBe(code);
  expect((await call('compare before after --strict')).code).toBe(strictCode);
  const quiet = await call('compare before after --coverage --quiet');
  const isShown = coverageCode === 1 || strictCode === 1;
  expect([quiet.code, quiet.stdout.startsWith(heading)]).toEqual([coverageCode, isShown]);
});

test('a different strictness is not a change of the target', async () => {
  store('strict', { 'guides/vary': 'fail' }, { strict: true });
  store('lenient', { 'guides/vary': 'warn' });
  const { code, stdout } = await call('compare lenient strict');
  expect(stdout).toMatch(/^the earlier run is not strict, and the later run is strict$/m);
  expect(stdout).toContain(`\n${all.slice(0, 39)}`);
  expect(code).toBe(0);
});

test('the differences between the runs are listed in words, also in JSON', async () => {
  store('other', { 'portfolios/ok': 'pass', 'cash/ok': 'not-run' }, { seed: 2, depth: 'deep' });
  const { claim, profile, ...other } = result('other');
  const target = { baseUrl: 'http://b.example', authUrl: 'http://b.example/token', build: '7' };
  const waivers = [{ id: 'auth/expired', reason: 'none' }];
  const declared = { ...profile, scopes: { ...profile.scopes, 'GET /cash': ['a', 'b'] }, waivers };
  write('other/result.json', { ...other, claim: claim.slice(2), profile: declared, target });
  const { stdout } = await call('compare sound other');
  const lines = [
    'the earlier run tested the embedded reference implementation, and the later run tested http://b.example',
    'the earlier run names no build, and the later run names build 7',
    `the later run does not claim ${claim[0]} and ${claim[1]}`,
    'only the later run declares: GET /cash requires a and b. auth/expired is waived (none).',
    'the earlier run has depth quick, and the later run has depth deep',
    'the earlier run has seed 1, and the later run has seed 2',
  ];
  expect(stdout.split('\n\n')[0]?.split('\n').slice(1)).toEqual(lines);
  const comparison = JSON.parse((await call('compare sound other --json')).stdout) as Comparison;
  expect(comparison.differences.map(({ text }) => text)).toEqual(lines);
  expect(comparison.differences.at(-1)).toMatchObject({ of: 'seed', before: '1', after: '2' });
  expect(comparison.newlyAssessed).toEqual([
    { requirement: 'portfolios/ok', endpoint: 'GET /portfolios', before: 'not-run', after: 'pass' },
  ]);
  expect(comparison.noLongerAssessed).toMatchObject(
    ['GET /cash', '(run)'].map((endpoint) => ({
      requirement: 'cash/ok',
      endpoint,
      before: 'pass',
      after: 'not-run',
    })),
  );
});
