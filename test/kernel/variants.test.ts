import { describe, expect, test } from 'vitest';
import { rows } from '../../engine/catalogue/catalogue.ts';
import type { Result } from '../../engine/result.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { certify, configOf, judgedAgain, outcomeLines, withOutcome } from './in-process.ts';

const later = new Set(
  rows(catalogue).flatMap(({ requirement }) => (requirement.kind === 'unassessable' ? [requirement.id] : [])),
);

/** Claimed musts that did not pass, but for those that this version checks nowhere. */
function open({ requirements }: Result): string[] {
  return requirements
    .filter(({ id, claimed, level, when, outcome, blocksNothing }) => {
      const binds = claimed && level === 'must' && when === undefined && !blocksNothing && !later.has(id);
      return binds && outcome !== 'pass';
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

describe.concurrent('every correct variation is accused of nothing', () => {
  test.each(variants.map((variant, at) => [variant.id, variant, at] as const))(
    '%s',
    { timeout: 120_000 },
    async (_id, variant, at) => {
      const { result, evidence } = await certify(configOf(variant), { compose: variant.compose });
      expect(result.failures.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
      expect(result.harnessErrors).toEqual([]);
      expect(open(result)).toEqual([]);
      // Permissions claim areas that this version does not check to the end.
      if (!variant.needs) expect(result.verdict).toBe('conformant');
      if (at % 8 !== 0) return;
      expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
    },
  );
});
