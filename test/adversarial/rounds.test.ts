import { describe, expect, test } from 'vitest';
import { fewOf, wholeCatalogue } from '../extent.ts';
import { withOutcome } from '../kernel/in-process.ts';
import { certifyRound } from './certified.ts';
import { asWell, leftOpen, rounds, unfound } from './rounds.ts';

/** All of them take three quarters of an hour. */
const tried = <T>(all: readonly T[]) => fewOf(all, 60);

describe.concurrent.each(rounds)('$name', (round) => {
  // Each variation shows it as well.
  test.runIf(wholeCatalogue)('as its author wrote it, it is conformant', { timeout: 1_000_000 }, async () => {
    const { result } = await certifyRound(round, undefined);
    expect(result.failures).toEqual([]);
    expect(result.verdict).toBe('conformant');
  });

  test.each(tried(round.defects.filter(({ id }) => unfound[id] === undefined)))(
    '$id: $title',
    { timeout: 1_000_000 },
    async ({ id, breaks, also = [] }) => {
      const { result } = await certifyRound(round, id);
      const found = withOutcome(result, 'fail', 'warn');
      expect(found).toContain(breaks);
      expect(found.filter((one) => one !== breaks && ![...also, ...(asWell[id] ?? [])].includes(one))).toEqual([]);
    },
  );

  test.each(tried(round.variations))('$id: $title', { timeout: 1_000_000 }, async ({ id }) => {
    const { result } = await certifyRound(round, id);
    expect(result.failures.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
    expect(leftOpen[id] === undefined ? ['conformant'] : ['conformant', 'inconclusive']).toContain(result.verdict);
  });
});
