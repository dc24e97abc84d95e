import { type CTRFReport, type Test, validate } from 'ctrf';
import { describe, expect, test } from 'vitest';
import { renderCtrf } from '../../reports/ctrf.ts';
import { testCases } from '../../reports/test-cases.ts';
import { hostileStrings, poison } from './hostile-strings.ts';
import { conformant, inconclusive, nonConformant, results } from './results.ts';

function parsed(text: string): CTRFReport {
  return JSON.parse(text) as CTRFReport;
}

function named(report: CTRFReport, name: string): Test | undefined {
  return report.results.tests.find((one) => one.name === name);
}

describe('CTRF', () => {
  test.each(results)('of a result that is %s is valid', async (_name, result) => {
    expect(validate(parsed(renderCtrf(result)))).toMatchObject({ valid: true, errors: [] });
  });

  test('that is not valid is seen', async () => {
    const report = parsed(renderCtrf(conformant));
    const [first, ...others] = report.results.tests;
    const broken = { ...report, results: { ...report.results, tests: [{ ...first, status: 'observed' }, ...others] } };
    expect(validate(broken).valid).toBe(false);
  });

  test('is valid whatever a target says', async () => {
    const result = nonConformant;
    const few = { ...result, failures: result.failures.slice(0, 6), requirements: result.requirements.slice(0, 20) };
    for (const payload of hostileStrings) {
      expect(validate(parsed(renderCtrf(poison(few, payload)))), payload).toMatchObject({ valid: true });
    }
  });

  test.each(results)('counts what it holds, for a result that is %s', async (_name, result) => {
    const { summary, tests } = parsed(renderCtrf(result)).results;
    const { passed, failed, skipped, pending, other } = summary;
    expect(summary.tests).toBe(tests.length);
    expect(passed + failed + skipped + pending + other).toBe(tests.length);
    expect(failed).toBe(tests.filter(({ status }) => status === 'failed').length);
  });

  test.each(results)(
    'has no failed test where a result that is %s is conformant, and only there',
    async (_name, result) => {
      const one = result;
      expect(parsed(renderCtrf(one)).results.summary.failed === 0).toBe(one.verdict === 'conformant');
    },
  );

  test('has a status for each outcome', async () => {
    const status = {
      pass: 'passed',
      fail: 'failed',
      warn: 'passed',
      observed: 'passed',
      'not-run': 'skipped',
      inconclusive: 'other',
    };
    const seen = new Set<string>();
    for (const result of [nonConformant, inconclusive]) {
      const report = parsed(renderCtrf(result));
      for (const { requirement, endpoint, outcome } of testCases(result)) {
        seen.add(outcome);
        expect(named(report, `${requirement.id} ${endpoint}`)).toMatchObject({
          status: status[outcome],
          rawStatus: outcome,
          flaky: false,
        });
      }
    }
    expect([...seen].sort()).toEqual(Object.keys(status).sort());
  });

  test('fails for a warning of a strict run', async () => {
    const result = nonConformant;
    const warned = testCases(result).find(({ outcome }) => outcome === 'warn');
    const report = parsed(renderCtrf({ ...result, run: { ...result.run, strict: true } }));
    expect(named(report, `${warned?.requirement.id} ${warned?.endpoint}`)?.status).toBe('failed');
  });

  test('tells of a failure what was expected, what came, its key and its curl line', async () => {
    const result = nonConformant;
    const failure = result.failures.find(({ outcome, curl }) => outcome === 'fail' && curl);
    const one = named(parsed(renderCtrf(result)), `${failure?.requirement} ${failure?.places[0]?.endpoint}`);
    expect(one?.message).toContain(failure?.cause);
    expect(one?.trace).toContain(`Expected: ${failure?.expected}`);
    expect(one?.trace).toContain(`Actual: ${failure?.actual}`);
    expect(one?.extra).toMatchObject({ key: failure?.places[0]?.key, replay: failure?.replay?.command });
    expect(one?.extra?.['curl']).toMatch(/^curl -sS /);
  });
});
