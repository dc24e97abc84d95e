import { describe, expect, test } from 'vitest';
import { variants } from '../../fixtures/variants/index.ts';
import { certify, judgedAgain, outcomeLines, withOutcome } from './in-process.ts';

test('the reference is conformant, without a warning', async () => {
  const { result, evidence } = await certify({ depth: 'standard' });
  expect(result.failures).toEqual([]);
  expect(result.harnessErrors).toEqual([]);
  expect(withOutcome(result, 'inconclusive')).toEqual([]);
  expect(result.verdict).toBe('conformant');
  expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
});

describe.concurrent('every correct variation is conformant, without a warning', () => {
  test.each(variants.map((variant) => [variant.id, variant] as const))(
    '%s',
    { timeout: 120_000 },
    async (_id, variant) => {
      const { result, evidence } = await certify({ depth: 'standard' }, { compose: variant.compose });
      expect(result.failures.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
      expect(result.harnessErrors).toEqual([]);
      expect(result.verdict).toBe('conformant');
      expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
    },
  );
});
