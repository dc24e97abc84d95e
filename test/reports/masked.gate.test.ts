import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { published as maskResult } from '../../cli/publish.ts';
import { explainProblems } from '../../cli/result-folder.ts';
import type { Result } from '../../engine/result.ts';
import { maskedNotice } from '../../reports/masked.ts';
import { maskBody } from '../../reports/masked-exchange.ts';
import { canaries, surviving, withCanaries } from './canaries.ts';
import { gossiping } from './gossiping-target.ts';
import { hostileStrings, poison } from './hostile-strings.ts';
import { nonConformant, results } from './results.ts';

/** Returns the parts of a result that masking must not change. */
function outline({ verdict, totals, requirements, failures, part }: Result) {
  return {
    verdict,
    totals,
    requirements: requirements.map(({ id, outcome, cases }) => [id, outcome, cases]),
    failures: failures.map(({ places, reproduced, request, response }) => [
      ...[
        places,
        reproduced,
        response?.status,
        request?.method,
        request?.headers.map(([name]) => name),
      ],
    ]),
    findings: Object.keys(part.findings).length,
    tallies: Object.keys(part.tallies),
  };
}

describe('a masked result', () => {
  test.each(results)(
    'of a result that is %s has the same verdict, outcomes, statuses and headers',
    (_name, result) => {
      const masked = maskResult(result);
      expect(explainProblems(masked)).toEqual([]);
      expect(outline(masked)).toEqual(outline(result));
    },
  );

  test('says that it is masked, once', () => {
    const masked = maskResult(nonConformant);
    expect(masked.notices.filter((notice) => notice === maskedNotice)).toHaveLength(1);
    expect(maskResult(masked)).toEqual(masked);
  });

  test('is valid whatever a target says', () => {
    const result = withSome(nonConformant);
    for (const payload of hostileStrings)
      expect(explainProblems(maskResult(poison(result, payload))), payload).toEqual([]);
  });

  test('contains no person, account or amount of any body, header, path, sample or sentence', () => {
    // Mask each result once, because masking is slow. It shows which canaries the result contains
    // by chance.
    const all = results
      .map(([, result]) => withSome(result))
      .map((result) => ({ result, masked: maskResult(result) }));
    fc.assert(
      fc.property(canaries, fc.constantFrom(...all), (drawn, { result, masked }) => {
        const byChance = surviving(drawn, masked);
        const planted = drawn.filter((canary) => !byChance.includes(canary));
        const loud = withCanaries(result, planted);
        // Prove that the canaries are in the unmasked result.
        expect(surviving(planted, loud)).toEqual(planted);
        const quiet = maskResult(loud);
        expect(surviving(planted, quiet)).toEqual([]);
        expect(explainProblems(quiet)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('hides people that a target mentions in values, names, headers, messages and plain text', async () => {
    const { result, people } = await gossiping();
    expect(surviving(people, result)).toEqual(people);
    expect(surviving(people, maskResult(result))).toEqual([]);
  });

  test('keeps most causes and expectations, because the harness wrote them', () => {
    const kept = maskResult(nonConformant).failures.filter(({ cause, expected }, at) => {
      const failure = nonConformant.failures[at];
      return cause === failure?.cause && expected === failure?.expected;
    });
    expect(kept.length / nonConformant.failures.length).toBeGreaterThan(0.85);
  });

  test('shows the form of a body: members, types and the status', () => {
    const body =
      '{"status":404,"error":{"message":"No user Ada Vella"},"responseId":"ab-12","data":[{"iban":"MT84","cash":17.5}]}';
    expect(maskBody(body)).toBe(
      '{"status":404,"error":{"message":"x x"},"responseId":"x-0","data":[{"iban":"x0","cash":0.5}]}',
    );
  });
});

/** Reduces the result, and its part, to a few entries of each kind. */
function withSome(result: Result): Result {
  const oneIn = <T>(stride: number, entries: readonly T[]) =>
    entries.filter((_, at) => at % stride === 0);
  const { part, requirements, failures, observations } = result;
  return {
    ...result,
    requirements: oneIn(8, requirements),
    failures: oneIn(4, failures),
    observations: oneIn(4, observations),
    part: {
      ...part,
      findings: Object.fromEntries(oneIn(9, Object.entries(part.findings))),
      tallies: Object.fromEntries(oneIn(20, Object.entries(part.tallies))),
    },
  };
}
