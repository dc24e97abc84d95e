import { expect, test } from 'vitest';
import { faults } from '../../../fixtures/faults/index.ts';
import { certify, judgedAgain, outcomeLines } from './in-process.ts';

test.each([
  ['draining-replica-drops-one-request', 'conformant', ['http/transient-server-error']],
  ['two-requests-dropped', 'non-conformant', ['http/no-server-error']],
] as const)('%s: %s, also from the evidence', async (wanted, verdict, found) => {
  const fault = faults.find(({ id }) => id === wanted);
  if (!fault) throw new Error(`there is no fault ${wanted}`);
  const { result, evidence } = await certify({}, { compose: fault.compose });
  expect(result.failures.map(({ requirement }) => requirement)).toEqual(found);
  expect(result.verdict).toBe(verdict);
  expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
});
