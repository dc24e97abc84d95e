import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainProblems } from '../../engine/schema/result.ts';
import { maskedNotice, maskResult } from '../../reports/masked.ts';
import { sample } from '../scope.ts';
import { canaries, surviving, withCanaries } from './canaries.ts';
import { gossiping } from './gossiping-target.ts';
import { hostileStrings, poison } from './hostile-strings.ts';
import { nonConformant, results } from './results.ts';

describe('a masked result', () => {
  test.each(results)('of one that is %s is a result with the same verdict and outcomes', async (_name, make) => {
    const result = await make();
    const masked = maskResult(result);
    expect(explainProblems(masked)).toEqual([]);
    expect(masked.verdict).toBe(result.verdict);
    expect(masked.totals).toEqual(result.totals);
    expect(masked.requirements.map(({ id, outcome, cases }) => [id, outcome, cases])).toEqual(
      result.requirements.map(({ id, outcome, cases }) => [id, outcome, cases]),
    );
    expect(masked.failures.map(({ places, reproduced }) => [places, reproduced])).toEqual(
      result.failures.map(({ places, reproduced }) => [places, reproduced]),
    );
    expect(Object.keys(masked.part.findings)).toHaveLength(Object.keys(result.part.findings).length);
    expect(Object.keys(masked.part.tallies)).toEqual(Object.keys(result.part.tallies));
  });

  test('says that it is masked, once', async () => {
    const masked = maskResult(await nonConformant());
    expect(masked.notices.filter((notice) => notice === maskedNotice)).toHaveLength(1);
    expect(maskResult(masked)).toEqual(masked);
  });

  test('is a result whatever a target says', async () => {
    const result = {
      ...(await nonConformant()),
      part: (await results[0]?.[1]())?.part ?? (await nonConformant()).part,
    };
    for (const payload of hostileStrings)
      expect(explainProblems(maskResult(poison(result, payload))), payload).toEqual([]);
  });

  test('holds no person, account, address or amount of any body, header, path, sample or sentence', async () => {
    const all = await Promise.all(results.map(async ([, result]) => small(await result())));
    fc.assert(
      fc.property(canaries, fc.constantFrom(...all), (drawn, result) => {
        // What a result says by chance, such as the bounds of a schema, is nobody's account.
        const planted = drawn.filter((canary) => surviving([canary], maskResult(result)).length === 0);
        const loud = withCanaries(result, planted);
        // What is planted nowhere would survive nowhere.
        expect(surviving(planted, loud)).toEqual(planted);
        expect(surviving(planted, maskResult(loud))).toEqual([]);
        expect(explainProblems(maskResult(loud))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each(
    sample(
      'places of personal data',
      ['in values', 'in messages', 'in plain text', 'in member names and headers'] as const,
      4,
    ),
  )('holds nobody of whom a target talks %s', async (where) => {
    const { result, people } = await gossiping(where);
    expect(surviving(people, result)).toEqual(people);
    expect(surviving(people, maskResult(result))).toEqual([]);
  });

  test('still says what is wrong', async () => {
    const result = await nonConformant();
    const masked = maskResult(result);
    // Causes and expectations are the harness's own words; what came is a target's in part.
    const kept = masked.failures.filter(({ cause, expected }, at) => {
      return cause === result.failures[at]?.cause && expected === result.failures[at]?.expected;
    });
    expect(kept.length / result.failures.length).toBeGreaterThan(0.85);
    for (const [at, { response, request }] of masked.failures.entries()) {
      expect(response?.status).toBe(result.failures[at]?.response?.status);
      expect(request?.method).toBe(result.failures[at]?.request?.method);
      expect(request?.headers.map(([name]) => name)).toEqual(
        result.failures[at]?.request?.headers.map(([name]) => name),
      );
    }
  });

  test('shows the form of a body: members, types and the status', async () => {
    const result = await nonConformant();
    const body =
      '{"status":404,"error":{"message":"No user Ada Vella"},"responseId":"ab-12","data":[{"iban":"MT84","cash":17.5}]}';
    const failures = result.failures.map((failure) => ({
      ...failure,
      response: { status: 404, headers: [], size: body.length, body },
    }));
    expect(maskResult({ ...result, failures }).failures[0]?.response?.body).toBe(
      '{"status":404,"error":{"message":"x x"},"responseId":"x-0","data":[{"iban":"x0","cash":0.5}]}',
    );
  });
});

/** Without the request bodies of a megabyte, and with few findings, so that many runs take little time. */
function small<T extends Awaited<ReturnType<typeof nonConformant>>>(result: T): T {
  const ids = Object.keys(result.part.findings).filter((_, at) => at % 9 === 0);
  return {
    ...result,
    requirements: result.requirements.filter((_, at) => at % 8 === 0),
    failures: result.failures.filter(({ curl }) => (curl?.length ?? 0) < 5_000).filter((_, at) => at % 4 === 0),
    observations: result.observations.filter((_, at) => at % 4 === 0),
    part: {
      ...result.part,
      findings: Object.fromEntries(
        ids
          .map((id) => [id, result.part.findings[id]] as const)
          .filter(([, found]) => JSON.stringify(found).length < 20_000),
      ),
      tallies: Object.fromEntries(Object.entries(result.part.tallies).filter((_, at) => at % 20 === 0)),
    },
  };
}
