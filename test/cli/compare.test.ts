import { beforeAll, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import type { Comparison } from '../../reports/compare.ts';
import { workspace } from './workspace.ts';

const { at, call, refused, result, write } = workspace();
type Outcome = Result['requirements'][number]['outcome'];

/** Stores a result of the same target with these outcomes. */
function store(out: string, outcomes: Readonly<Record<string, Outcome>>, run: Partial<Result['run']> = {}): void {
  const sound = result('sound');
  const requirements = sound.requirements.map((one) => {
    const outcome = outcomes[one.id];
    return outcome ? { ...one, outcome, endpoints: one.endpoints.map((place) => ({ ...place, outcome })) } : one;
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
  expect(stdout).not.toMatch(/differs/);
});

test.each<[before: Outcome, after: Outcome, heading: string, code: number, strictCode?: number]>([
  ['pass', 'fail', 'Broken', 1],
  ['observed', 'fail', 'Broken', 1],
  ['warn', 'fail', 'Broken', 1],
  ['pass', 'warn', 'New warnings', 0, 1],
  ['warn', 'pass', 'Fixed', 0],
  ['fail', 'warn', 'Fixed', 0],
  ['inconclusive', 'fail', 'Newly assessed', 0],
  ['fail', 'inconclusive', 'No longer assessed', 0],
])('%s to %s: %s', async (before, after, heading, code, strictCode = code) => {
  store('before', { 'guides/ok': before });
  store('after', { 'guides/ok': after });
  const compared = await call('compare before after');
  expect(compared.stdout).toMatch(
    new RegExp(`${heading}\\n {2}guides/ok {2}${before} → ${after} {2}(.+ {2})?GET /learn/learning-guides\\n`),
  );
  expect(compared.code).toBe(code);
  expect((await call('compare before after --strict')).code).toBe(strictCode);
});

test('a different strictness is not a change of the target', async () => {
  store('strict', { 'guides/vary': 'fail' }, { strict: true });
  store('lenient', { 'guides/vary': 'warn' });
  const { code, stdout } = await call('compare lenient strict');
  expect(stdout).toMatch(/^strict differs: no before, yes after$/m);
  expect(stdout).toContain(`\n${all.slice(0, 39)}`);
  expect(code).toBe(0);
});

test('the differences between the runs are listed, as text and as JSON', async () => {
  store('other', { 'portfolios/ok': 'pass', 'cash/ok': 'not-run' }, { seed: 2 });
  const target = { baseUrl: 'http://b.example', authUrl: 'http://b.example/token' };
  write('other/result.json', { ...result('other'), target });
  const { stdout } = await call('compare sound other');
  expect(stdout).toMatch(/^seed differs: 1 before, 2 after$/m);
  expect(stdout).toMatch(/^target differs: .+ before, http:\/\/b\.example/m);
  const comparison = JSON.parse((await call('compare sound other --json')).stdout) as Comparison;
  expect(comparison.differences.map(({ of }) => of)).toEqual(['target', 'seed']);
  expect(comparison.newlyAssessed).toEqual([
    { requirement: 'portfolios/ok', endpoint: 'GET /portfolios', before: 'not-run', after: 'pass' },
  ]);
  expect(comparison.noLongerAssessed).toMatchObject([{ requirement: 'cash/ok', before: 'pass', after: 'not-run' }]);
});

test('refuses the result of a later version', async () => {
  write('later.json', { ...result('sound'), formatVersion: 2 });
  const message = /later\.json is not a result of this harness: \/formatVersion must be equal to constant/;
  expect(await refused(['compare', at('sound'), 'later.json'])).toMatch(message);
});
