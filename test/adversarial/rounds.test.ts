import { describe, expect, test } from 'vitest';
import { wholeCatalogue } from '../extent.ts';
import { withOutcome } from '../kernel/in-process.ts';
import { certifyRound } from './certified.ts';
import { asWell, leftOpen, rounds, unfound } from './rounds.ts';

const numbered = rounds.map((round, number) => ({ ...round, number }));

/** All of them take hours. By default one of a round: a defect of every second one, a variation of the others. */
const tried = <T>(all: readonly T[], isTurn: boolean) => (wholeCatalogue ? all : all.slice(0, isTurn ? 1 : 0));

describe.concurrent.each(numbered)('$name', (round) => {
  // Each variation shows it as well.
  test.runIf(wholeCatalogue)('as its author wrote it, it is conformant', { timeout: 1_000_000 }, async () => {
    const { result } = await certifyRound(round, undefined);
    expect(result.failures).toEqual([]);
    expect(result.verdict).toBe('conformant');
  });

  test.each(
    tried(
      round.defects.filter(({ id }) => unfound[id] === undefined),
      round.number % 2 === 0,
    ),
  )('$id: $title', { timeout: 1_000_000 }, async ({ id, breaks, also = [] }) => {
    const { result } = await certifyRound(round, id);
    const found = withOutcome(result, 'fail', 'warn');
    expect(found).toContain(breaks);
    expect(found.filter((one) => one !== breaks && ![...also, ...(asWell[id] ?? [])].includes(one))).toEqual([]);
  });

  test.each(tried(round.variations, round.number % 2 === 1))('$id: $title', { timeout: 1_000_000 }, async ({ id }) => {
    const { result } = await certifyRound(round, id);
    expect(result.failures.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
    expect(leftOpen[id] === undefined ? ['conformant'] : ['conformant', 'inconclusive']).toContain(result.verdict);
  });
});
