import { beforeAll, expect, test, vi } from 'vitest';
import { progressLine } from '../../cli/progress.ts';
import { variablesOf } from './command.ts';
import { breaking, workspace } from './workspace.ts';

const { call, result, serve } = workspace();
const run = 'run --seed 1 --depth quick --claim portfolios --no-allure';
let failing: Record<string, string>;

beforeAll(async () => {
  failing = variablesOf(await serve(breaking('auth/missing')));
  expect((await call(`${run} --out sound`)).code).toBe(0);
  expect((await call(`${run} --out failing --only auth/missing`, failing)).code).toBe(1);
});

test.each([
  [`${run} --out again`, /^CONFORMANT {2}embedded reference implementation\n$/],
  ['judge sound/exchanges.har --out judged --no-allure', /^CONFORMANT {2}embedded reference implementation\n$/],
  ['doctor --claim portfolios', /^Ready: .+\n$/],
  ['compare sound sound', /^0 broken, .+\n$/],
  ['verify sound/result.json --evidence', /^REPRODUCED {2}.+\n$/],
])('%s -q prints only the verdict if all is well', async (args, line) => {
  expect(await call(`${args} -q`)).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(line) });
});

test.each([
  [
    'judge failing/exchanges.har --out judged --no-allure',
    /^Not assessed[\s\S]+\n1\. ✗ auth\/missing .+\n[\s\S]+\nNON-CONFORMANT .+\n$/,
  ],
  ['doctor --claim portfolios', /^Users\n {2}✗ second user .+ is refused.+\n\nA run would be inconclusive.+\n$/],
  ['compare sound failing', /^Broken\n {2}auth\/missing .+\n\n1 broken, .+\n$/],
  ['replay failing', /^1\. auth\/missing[\s\S]+still fails/],
])('%s --quiet prints the findings too', async (args, text) => {
  const { stdout } = await call(`${args} --quiet`, { ...failing, M2M_SECOND_USER_ID: '0a1b2c3d4e5f60718293a4b5' });
  expect(stdout).toMatch(text);
});

test('judge -v prints the outcome of each claimed requirement', async () => {
  const { stdout } = await call('judge sound/exchanges.har --out judged -v --no-allure');
  const shown = result('sound').requirements.filter(({ claimed }) => claimed);
  expect(stdout.match(/(?<=^ {2}[✓✗!·?–] )\S+ {2}\S+/gm)).toEqual(shown.map(({ id, outcome }) => `${id}  ${outcome}`));
  expect(stdout).toMatch(/\n\nportfolios\n {2}✓ portfolios\/ok/);
});

test.each([
  ['a terminal', true, 'normal', /^\r\u001b\[K1\/2 checks/],
  ['a quiet terminal', true, 'quiet', /^$/],
  ['a file', false, 'normal', /^$/],
  ['a file, verbosely', false, 'verbose', /^1\/2 checks .+\n$/],
] as const)('progress on %s', (_name, isTTY, detail, expected) => {
  vi.stubEnv('CI', '');
  const written: string[] = [];
  const write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  const line = progressLine({ isTTY, columns: 80, write }, detail);
  for (const unitsDone of [1, 2]) line.show({ unitsDone, units: 2, requests: 3, findings: 0 });
  expect(written.join('')).toMatch(expected);
  vi.unstubAllEnvs();
});
