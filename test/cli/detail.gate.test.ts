import { beforeAll, expect, test, vi } from 'vitest';
import { estimateTotal } from '../../cli/forecast.ts';
import { registerSuites } from '../../cli/library/register.ts';
import { progressLine, progressText } from '../../cli/progress.ts';
import { configFor } from '../engine/session/in-process.ts';
import { sample } from '../scope.ts';
import { simulate } from '../simulation/simulate.ts';
import { variablesOf } from './command.ts';
import { breaking, workspace } from './workspace.ts';

const { at, call, result, serve } = workspace();
const run = 'run --seed 1 --depth quick --claim portfolios --no-allure';
const limited =
  /^CONFORMANT {2}embedded reference implementation\nConformant for 1 of 12 areas; not claimed: [^✓✗]+\n$/;
let failing: Record<string, string>;

beforeAll(async () => {
  failing = variablesOf(await serve(breaking('auth/missing')));
  expect((await call(`${run} --out sound`)).code).toBe(0);
  expect((await call(`${run} --out failing --only auth/missing`, failing)).code).toBe(1);
});

test.each([
  [`${run} --out again`, limited],
  ['judge sound/exchanges.har --out judged --no-allure', limited],
  ['doctor --claim portfolios', /^Ready: .+\n$/],
  ['compare sound sound', /^0 broken, .+\n$/],
  [
    'verify sound/result.json --evidence',
    /^REPRODUCED {2}.+\nconformant, not signed\nConformant for 1 of 12 areas/,
  ],
])('%s -q prints only the verdict and its limits if all is well', async (args, line) => {
  expect(await call(`${args} -q`)).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(line),
  });
});

test.each([
  [
    'judge failing/exchanges.har --out judged --no-allure',
    /^1\. ✗ auth\/missing .+\n[\s\S]+\nNON-CONFORMANT .+\nClaimed: 1 of 12 areas; /,
  ],
  [
    'doctor --claim portfolios',
    /^Users\n {2}✗ second user .+ is refused.+\n\nA run would be inconclusive.+\n$/,
  ],
  ['compare sound failing', /^Broken\n {2}auth\/missing .+\n\n1 broken, .+\n$/],
  ['replay failing', /^1\. auth\/missing[\s\S]+still fails/],
])('%s --quiet prints the findings too', async (args, text) => {
  const { stdout } = await call(`${args} --quiet`, {
    ...failing,
    M2M_SECOND_USER_ID: '0a1b2c3d4e5f60718293a4b5',
  });
  expect(stdout).toMatch(text);
});

test('a test of describeConformance fails with the whole finding, and that of the verdict with its limits', async () => {
  for (const [name, value] of Object.entries(failing)) vi.stubEnv(name, value);
  const home = process.cwd();
  process.chdir(at());
  const said = new Map<string, Promise<string>>();
  await registerSuites(
    { claim: ['portfolios'], only: ['auth/missing'], run: { depth: 'quick' }, out: 'registered' },
    {
      describe: (_name, body) => body(),
      test: (name, _options, body) => {
        const ended = body({ task: { meta: {} }, skip: () => {} }).then(() => 'passed', String);
        said.set(name, ended);
      },
      afterAll: () => {},
    },
  );
  process.chdir(home);
  expect(await said.get('the verdict')).toMatch(
    /non-conformant: 1 requirement fails.*Claimed: 1 of 12 areas; not/,
  );
  const [{ cause, expected, actual, curl = 'no curl' } = expect.fail('nothing failed')] =
    result('registered').failures;
  const text = await said.get('auth/missing · GET /portfolios');
  const parts = [cause, `Expected: ${expected}`, `Actual: ${actual}`, curl, '--failure 1'];
  for (const part of parts) expect(text).toContain(part);
  vi.unstubAllEnvs();
});

test('judge -v prints the outcome of each claimed requirement', async () => {
  const { stdout } = await call('judge sound/exchanges.har --out judged -v --no-allure');
  const shown = result('sound').requirements.filter(({ claimed }) => claimed);
  expect(stdout.match(/(?<=^ {2}[✓✗!·?–] )\S+ {2}\S+/gm)).toEqual(
    shown.map(({ id, outcome }) => `${id}  ${outcome}`),
  );
  expect(stdout).toMatch(/\n\nportfolios\n {2}✓ portfolios\/ok/);
});

test.each([
  [
    'terminal',
    true,
    'normal',
    /^\r\u001b\[Kstarting\r\u001b\[Kauth · 1,240 of about 6,200 requests · .+ · 2 findings/,
  ],
  ['a quiet terminal', true, 'quiet', /^$/],
  ['a file', false, 'normal', /^$/],
  ['a file, verbosely', false, 'verbose', /^auth · 1,240 of about 6,200 requests .+\n/],
] as const)('progress on %s', (_name, isTTY, detail, expected) => {
  vi.stubEnv('CI', '');
  vi.useFakeTimers();
  const written: string[] = [];
  const write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  const line = progressLine({ isTTY, columns: 80, write }, detail, 6_200);
  line.show({ latest: 'auth/missing', requests: 1_240, findings: 2 });
  vi.advanceTimersByTime(5_000);
  line.clear();
  expect(written.join('')).toMatch(expected);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('a progress line says what a pause is for, and the rate of the last seconds', () => {
  const pause = { requirement: 'user/isolation', until: Date.now() + 2_500 };
  const progress = { latest: 'user/isolation', requests: 10, findings: 1, pause };
  const waiting =
    /^user · 10 of about 20 requests · waiting 2\.[45] s for user\/isolation · 1 finding$/;
  expect(progressText(progress, 20, 0)).toMatch(waiting);
  expect(progressText(progress, 20, 610)).toBe(
    'user · 10 of about 20 requests · 610/s · 1 finding',
  );
});

const forecasts = [
  ['quick', true],
  ['quick', false],
  ['standard', true],
] as const;
test.each(sample('forecasts compared with runs', forecasts, 2))(
  'a run of depth %s, with writes allowed: %s, sends what its forecast says',
  async (depth, writes) => {
    let forecast = 0;
    const { result } = await simulate({
      config: { depth, allow: { writes, orders: writes, desync: false }, deadlineS: 900 },
      configured: (server, changes) => {
        const config = configFor(server, changes);
        forecast = estimateTotal(config);
        return config;
      },
    });
    expect(Math.abs(forecast / result.run.requests - 1)).toBeLessThan(0.1);
  },
);

test('run, --dry and doctor say the same forecast', async () => {
  const aboutIn = ({ stdout }: { readonly stdout: string }) =>
    /about [\d,]+ requests/.exec(stdout)?.[0];
  const sent = aboutIn(await call(`${run} --out forecast`));
  expect(aboutIn(await call(`${run} --dry`))).toBe(sent);
  expect(aboutIn(await call('doctor --claim portfolios'))).toBe(
    aboutIn(await call('run --dry --claim portfolios')),
  );
});
