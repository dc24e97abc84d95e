import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { override, type Visit } from '../../fixtures/reference/index.ts';
import { command, variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

// g10-test-kit#248: a system that is slower than the time limit of its tester counts as one that
// does not respond.

const { at, call, serve, result } = workspace();

/** Responds to the requests that `isMeant` selects only after that many milliseconds. */
const slowly = (ms: number, isMeant: (visit: Visit) => boolean) =>
  override('respond', (original) => async (visit, response) => {
    if (isMeant(visit)) await sleep(ms);
    return original(visit, response);
  });

const atToken = ({ endpoint }: Visit) => endpoint === 'token';
const atApi = (visit: Visit) => !atToken(visit);
const measured = (limit: string) =>
  new RegExp(
    `^127\\.0\\.0\\.1:\\d+ takes (0\\.[6-9]|[1-9](\\.\\d)?) s to respond, longer than the time limit of ${limit}\\. Set --timeout \\d+s \\(M2M_TIMEOUT\\)\\..+--deadline.+--concurrency`,
  );

describe('a target slower than the time limit is named with the measured time and the settings', () => {
  test.each([
    ['the API', atApi],
    ['the token endpoint', atToken],
  ])('%s', async (_what, isMeant) => {
    const target = await serve(slowly(600, isMeant));
    const { code } = await call('run --timeout 250 --no-allure --out slow', variablesOf(target));
    const { obstacle, failures } = result('slow');
    expect({ code, failures }).toEqual({ code: 3, failures: [] });
    expect(obstacle).toMatch(measured('0\\.3 s'));
    const { stdout } = await call('doctor', { ...variablesOf(target), M2M_TIMEOUT: '250' });
    expect(stdout).toMatch(/✗ target {2}127\.0\.0\.1:\d+ takes .+ Set --timeout \d+s/);
  });

  test('a single endpoint', { timeout: 120_000 }, async () => {
    const target = await serve(slowly(700, ({ endpoint }) => endpoint === 'summaries'));
    const args = 'run --timeout 300 --only summaries/*,cash/* --no-allure --out one';
    await call(args, variablesOf(target));
    const { notices, failures } = result('one');
    expect(failures.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(notices.join('\n')).toMatch(
      /GET \/daily-summaries takes \S+ s to respond, longer than the time limit of 0\.3 s, so nothing .+ Set --timeout \d+s/,
    );
    const { stdout } = await call('doctor', { ...variablesOf(target), M2M_TIMEOUT: '300' });
    expect(stdout).toMatch(
      /✗ GET \/daily-summaries {2}200 in \d+ ms, longer than the time limit of 300 ms: set --timeout/,
    );
  });
});

describe('a run that its deadline would cut', () => {
  test('is announced before it starts, if the rate is too low', async () => {
    const { stdout } = await call('run --dry --rate 2 --deadline 60', variablesOf(await serve()));
    const started = await call(
      'run --rate 2 --deadline 60 --only http/tls --no-allure --out low',
      variablesOf(await serve()),
    );
    const warning =
      /Warning: [\d,]+ requests take about \d+ min at --rate 2, longer than the deadline of 60 s\. Set --deadline \d+s \(M2M_DEADLINE\), or raise --rate/;
    expect(stdout).toMatch(warning);
    expect(started.stdout).not.toMatch(/Warning/);
  });

  test('is announced after the first responses, and says afterwards what it needed', {
    timeout: 60_000,
  }, async () => {
    const target = await serve(slowly(150, atApi));
    const args = ['run', '--deadline', '10', '--no-allure', '--out', 'cut'];
    const { code, stderr } = await command(at(), args, variablesOf(target));
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /Warning: [\d,]+ requests take about \S+ \S+ at 0\.\d s a response, 8 at a time, longer than the deadline of 10 s\. Set --deadline \d+s .+--concurrency/,
    );
    expect(result('cut').interrupted).toMatch(
      /^the deadline of 10 s: \d+ of about \d+ requests were sent, and a response took 0\.\d s; the whole run needs about .+\. Raise --deadline, or --concurrency, now 8\. See \S+#time\.$/,
    );
    const { stdout } = await call('doctor', { ...variablesOf(target), M2M_DEADLINE: '10' });
    expect(stdout).toMatch(
      /✗ forecast {2}[\d,]+ requests take about .+ longer than the deadline of 10 s/,
    );
  });
});
