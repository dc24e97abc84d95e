import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { explainProblems } from '../../cli/result-folder.ts';
import { rows } from '../../engine/catalogue/catalogue.ts';
import type { Monitor } from '../../engine/catalogue/check.ts';
import type { RunningReference } from '../../fixtures/reference/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { variablesOf } from './command.ts';
import { breaking, workspace } from './workspace.ts';

const { call, has, result, serve, write } = workspace();
const reason = 'fixed in the next release';
let sound: RunningReference;
/** Accepts requests without a token. */
let faulty: RunningReference;

beforeAll(async () => {
  sound = await serve();
  faulty = await serve(breaking('auth/malformed'));
});
afterEach(() => void vi.restoreAllMocks());

/**
 * Makes the harness fail in that requirement: in the judgement of a check, or in the own requests
 * of a monitor.
 */
function breakHarness(id: string): void {
  const { requirement } =
    rows(catalogue).find(({ requirement: one }) => one.id === id) ?? expect.fail(`no ${id}`);
  const broken = () => {
    throw new Error('broken');
  };
  if (requirement.kind === 'check') vi.spyOn(requirement, 'judge').mockImplementation(broken);
  else vi.spyOn(requirement as Required<Monitor>, 'probing').mockImplementation(broken);
}

const codeOf = async (target: RunningReference, args: string) =>
  (await call(args, variablesOf(target))).code;
const run =
  'run --depth quick --seed 3 --no-allure --claim portfolios --only portfolios/ok,auth/malformed';

describe('if the harness itself failed', () => {
  test('run, judge, merge and doctor exit with 4', async () => {
    breakHarness('portfolios/ok');
    expect(await codeOf(sound, `${run} --out out`)).toBe(4);
    expect(result('out')).toMatchObject({ verdict: 'inconclusive', failures: [] });
    expect(await codeOf(sound, 'judge out/exchanges.har --out judged --no-allure')).toBe(4);
    for (const nth of [1, 2]) await codeOf(sound, `${run} --out shard-${nth} --shard ${nth}/2`);
    expect(await codeOf(sound, 'merge shard-1 shard-2 --out merged --no-allure')).toBe(4);
    const { code, stdout } = await call('doctor', variablesOf(sound));
    expect(stdout).toMatch(
      /✗ portfolios\/ok\|GET \/portfolios {2}the harness failed: Error: broken/,
    );
    expect(stdout).toContain('The harness failed. This says nothing about the target.');
    expect(code).toBe(4);
  });

  test('run and judge exit with 1 if the target failed too, and run with 4 if that failure is known', async () => {
    breakHarness('portfolios/ok');
    expect(await codeOf(faulty, `${run} --out out`)).toBe(1);
    expect(await codeOf(faulty, 'judge out/exchanges.har --out judged --no-allure')).toBe(1);
    write('known.json', {
      knownFailures: [{ requirement: 'auth/malformed', reason: 'fixed soon' }],
    });
    expect(await codeOf(faulty, `${run} --out known --known-failures known.json`)).toBe(4);
  });

  test('replay exits with 4', async () => {
    expect(await codeOf(faulty, `${run} --out failed`)).toBe(1);
    breakHarness('auth/malformed');
    const { code, stdout } = await call('replay failed', variablesOf(faulty));
    expect(stdout).toMatch(/cannot be judged \(the harness itself failed in auth\/malformed/);
    expect(code).toBe(4);
  });

  test('a command with an uncaught error exits with 4', async () => {
    vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
      throw new Error('broken');
    });
    const { code, stderr } = await call('requirements --json');
    expect(stderr).toMatch(
      /^The harness itself failed. This says nothing about the target\.\nError: broken\n/,
    );
    expect(code).toBe(4);
  });
});

test.each(['', 'run ', 'judge ', 'merge ', 'doctor '])(
  '%s--help shows every exit code once',
  async (command) => {
    const { code, stdout } = await call(`${command}--help`);
    expect(code).toBe(0);
    const [, table = ''] = stdout.split('Exit codes:\n');
    expect([...table.matchAll(/^ {2}(\d+) {2,}\w/gm)].map(([, one]) => Number(one))).toEqual([
      0, 1, 2, 3, 4, 130,
    ]);
  },
);

/** Runs with these known failures. */
async function knowing(target: RunningReference, knownFailures: readonly object[], select: string) {
  write('known.json', { knownFailures });
  const args = `run --depth quick --seed 3 --no-allure --out out --known-failures known.json ${select}`;
  return { ...(await call(args, variablesOf(target))), result: result('out') };
}

describe('--known-failures', () => {
  test('a listed failure does not change the exit code, and never changes the verdict', async () => {
    const first = await knowing(faulty, [], '--claim portfolios,cash');
    expect(first.code).toBe(1);
    const places = first.result.knownFailures?.unlisted ?? [];
    expect(places.map(({ requirement }) => requirement)).toContain('auth/malformed');
    expect(first.stdout).toContain(
      `Not on the list of known failures: auth/malformed on ${places[0]?.endpoint}`,
    );

    const list = places.map((place) => ({ ...place, reason }));
    const listed = await knowing(faulty, list, '--claim portfolios,cash');
    expect(listed.stdout).toMatch(
      new RegExp(`NON-CONFORMANT, only because of ${list.length} known failure`),
    );
    expect(listed.stdout).toContain(`(${reason})`);
    expect(listed.code).toBe(0);
    expect(listed.result).toMatchObject({
      verdict: 'non-conformant',
      knownFailures: { matched: list, unlisted: [] },
    });
    expect(explainProblems(listed.result)).toEqual([]);
    expect(has('out', 'certificate.json')).toBe(false);
  });

  test('a list with wrong entries leads to exit code 1, and each of them is reported', async () => {
    const entries = [
      { requirement: 'portfolios/ok', reason },
      { requirement: 'portfolios/okay', reason },
      { requirement: 'portfolios/ok', endpoint: 'GET /cash', reason },
      { requirement: 'portfolios/ok', reason, until: '2020-01-31' },
    ];
    const ended = await knowing(sound, entries, '--claim portfolios,cash');
    expect(ended.code).toBe(1);
    expect(ended.result.verdict).toBe('conformant');
    expect(ended.stdout).toMatch(/Stale known failure: portfolios\/ok did not fail\. Remove it/);
    expect(ended.stdout).toMatch(
      /portfolios\/okay: there is no such requirement; did you mean portfolios\/ok\?/,
    );
    expect(ended.stdout).toMatch(
      /portfolios\/ok on GET \/cash: it does not apply to that endpoint/,
    );
    expect(ended.stdout).toMatch(/portfolios\/ok: it expired on 2020-01-31/);
    expect(explainProblems(ended.result)).toEqual([]);
  });
});
