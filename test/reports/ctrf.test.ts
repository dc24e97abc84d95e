import { type CTRFReport, isTestFlaky } from 'ctrf';
import { expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { renderCtrf } from '../../reports/ctrf.ts';
import { inWords } from '../../reports/in-words.ts';
import { testCases } from '../../reports/test-cases.ts';
import { inconclusive, nonConformant, repetitions, results, withRepetition } from './results.ts';

function parsed(result: Result) {
  const { summary, tests } = (JSON.parse(renderCtrf(result)) as CTRFReport).results;
  const named = (requirement: string | undefined, endpoint: string | undefined) =>
    tests.find(({ testId }) => testId === `${requirement} ${endpoint}`);
  return { summary, tests, named };
}

test.each(results)(
  'the counts of a %s result add up, and some test fails unless it is conformant',
  (_name, result) => {
    const { summary, tests } = parsed(result);
    const { passed, failed, skipped, pending, other } = summary;
    expect([summary.tests, passed + failed + skipped + pending + other]).toEqual([
      tests.length,
      tests.length,
    ]);
    expect(failed).toBe(tests.filter(({ status }) => status === 'failed').length);
    expect(failed === 0).toBe(result.verdict === 'conformant');
  },
);

test('each outcome has a status', () => {
  const status = {
    ...{ pass: 'passed', fail: 'failed', warn: 'passed', observed: 'passed' },
    ...{ 'not-run': 'skipped', inconclusive: 'other' },
  };
  const seen = new Set<string>();
  for (const result of [nonConformant, inconclusive]) {
    const { named } = parsed(result);
    for (const { requirement, endpoint, outcome, durationMs } of testCases(result)) {
      seen.add(outcome);
      const shown = { status: status[outcome], rawStatus: outcome, duration: durationMs };
      expect(named(requirement.id, endpoint)).toMatchObject(shown);
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(status).sort());
  expect(
    testCases(nonConformant).filter(({ durationMs }) => durationMs > 0).length,
  ).toBeGreaterThan(20);
});

const flakyTests = (result: Result) => parsed(result).tests.filter(isTestFlaky);

test.each(repetitions)(
  'tests whose failures show again %j are flaky: %s',
  (reproduced, isFlaky) => {
    const repeated = withRepetition(nonConformant, reproduced);
    const { summary, tests } = parsed(repeated);
    const failing = testCases(repeated).filter(({ failures }) => failures.length > 0);
    expect(flakyTests(repeated)).toHaveLength(isFlaky ? failing.length : 0);
    expect(summary.flaky).toBe(isFlaky ? failing.length : 0);
    const retried = tests.filter(
      ({ suite, status }) => status === 'failed' && suite?.[0] !== 'run',
    );
    expect(new Set(retried.map(({ retries = 0 }) => retries))).toEqual(new Set([reproduced.of]));
    const older = repeated.failures.map((one) => ({
      ...one,
      places: one.places.map(({ reproduced: _, ...place }) => place),
    }));
    expect(flakyTests({ ...repeated, failures: older })).toHaveLength(isFlaky ? failing.length : 0);
  },
);

test('a test is not flaky if one of its failures shows each time', () => {
  const mixed = withRepetition(nonConformant, { of: 2, times: 1 }, { of: 2, times: 2 });
  const both = testCases(mixed).find(
    ({ requirement, failures }) =>
      requirement.level === 'must' &&
      new Set(failures.map(({ reproduced }) => reproduced.times)).size > 1,
  );
  expect(parsed(mixed).named(both?.requirement.id, both?.endpoint)).toMatchObject({
    flaky: false,
    retries: 2,
  });
});

test('all data that CTRF does not define is under one key', () => {
  const keys: string[] = [];
  JSON.parse(renderCtrf(nonConformant), (name, value) => {
    if (name === 'extra') keys.push(...Object.keys(value));
    return value;
  });
  expect(keys).toHaveLength(testCases(nonConformant).length + 1);
  expect(new Set(keys)).toEqual(new Set(['m2m-conformance']));
});

test('a failure contains expected and received value, its key and its curl line', () => {
  const failure = inWords(nonConformant).failures.find(
    ({ outcome, curl }) => outcome === 'fail' && curl,
  );
  const one = parsed(nonConformant).named(failure?.requirement, failure?.places[0]?.endpoint);
  expect(one?.message).toContain(failure?.cause);
  expect(one?.trace).toContain(`Expected: ${failure?.expected}`);
  expect(one?.trace).toContain(`Actual: ${failure?.actual}`);
  const curl = expect.stringMatching(/^curl -sS /);
  const shown = { key: failure?.places[0]?.key, replay: failure?.replay?.command, curl };
  expect(one?.extra).toMatchObject({ 'm2m-conformance': shown });
});
