import type { CTRFReport } from 'ctrf';
import { expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { renderCtrf } from '../../reports/ctrf.ts';
import { testCases } from '../../reports/test-cases.ts';
import { inconclusive, nonConformant, results } from './results.ts';

function parsed(result: Result) {
  const { summary, tests } = (JSON.parse(renderCtrf(result)) as CTRFReport).results;
  const named = (requirement: string | undefined, endpoint: string | undefined) =>
    tests.find(({ name }) => name === `${requirement} ${endpoint}`);
  return { summary, tests, named };
}

test.each(results)('the counts of a %s result add up, and none failed only if it is conformant', (_name, result) => {
  const { summary, tests } = parsed(result);
  const { passed, failed, skipped, pending, other } = summary;
  expect([summary.tests, passed + failed + skipped + pending + other]).toEqual([tests.length, tests.length]);
  expect(failed).toBe(tests.filter(({ status }) => status === 'failed').length);
  expect(failed === 0).toBe(result.verdict === 'conformant');
});

test('each outcome has a status', () => {
  const status = {
    ...{ pass: 'passed', fail: 'failed', warn: 'passed', observed: 'passed' },
    ...{ 'not-run': 'skipped', inconclusive: 'other' },
  };
  const seen = new Set<string>();
  for (const result of [nonConformant, inconclusive]) {
    const { named } = parsed(result);
    for (const { requirement, endpoint, outcome } of testCases(result)) {
      seen.add(outcome);
      const shown = { status: status[outcome], rawStatus: outcome, flaky: false };
      expect(named(requirement.id, endpoint)).toMatchObject(shown);
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(status).sort());
});

test('a failure tells what was expected and received, its key and its curl line', () => {
  const failure = nonConformant.failures.find(({ outcome, curl }) => outcome === 'fail' && curl);
  const one = parsed(nonConformant).named(failure?.requirement, failure?.places[0]?.endpoint);
  expect(one?.message).toContain(failure?.cause);
  expect(one?.trace).toContain(`Expected: ${failure?.expected}`);
  expect(one?.trace).toContain(`Actual: ${failure?.actual}`);
  expect(one?.extra).toMatchObject({ key: failure?.places[0]?.key, replay: failure?.replay?.command });
  expect(one?.extra?.['curl']).toMatch(/^curl -sS /);
});
