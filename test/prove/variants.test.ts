import { describe, expect, test } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { variants } from '../../fixtures/variants/index.ts';
import {
  certify,
  configOf,
  judgedAgain,
  outcomeLines,
  withOutcome,
} from '../engine/session/in-process.ts';
import { sample } from '../scope.ts';

/** Returns the claimed musts that did not pass. */
function open({ requirements }: Result): string[] {
  return requirements
    .filter(({ claimed, level, outcome, blocksNothing }) => {
      return claimed && level === 'must' && !blocksNothing && outcome !== 'pass';
    })
    .map(({ id, outcome, reason }) => `${id} ${outcome}: ${reason}`);
}

test('the reference is conformant, without a warning', async () => {
  const { result, evidence } = await certify({ depth: 'standard' });
  expect(result.failures).toEqual([]);
  expect(result.harnessErrors).toEqual([]);
  expect(withOutcome(result, 'inconclusive')).toEqual([]);
  expect(result.verdict).toBe('conformant');
  expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
});

// `npm run prove` certifies all of them.
const tried = sample('variants certified', variants, 80);

describe.concurrent('no correct variation is accused', () => {
  test.each(tried.map((variant, at) => [variant.id, variant, at] as const))(
    '%s',
    { timeout: 120_000 },
    async (_id, variant, at) => {
      const { result, evidence } = await certify(configOf(variant), { compose: variant.compose });
      expect(
        result.failures.map(({ requirement, message }) => `${requirement}: ${message}`),
      ).toEqual([]);
      expect(result.harnessErrors).toEqual([]);
      expect(open(result)).toEqual([]);
      expect(result.verdict).toBe('conformant');
      if (at % 8 !== 0) return;
      expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
    },
  );
});
