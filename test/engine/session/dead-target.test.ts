import { expect, test } from 'vitest';
import { override, startReference } from '../../../fixtures/reference/index.ts';
import { scopeIsGate } from '../../scope.ts';
import { certifyTarget, configFor } from './in-process.ts';

test.runIf(scopeIsGate)('a target that dies ends the run long before its deadline', { timeout: 90_000 }, async () => {
  let answers = 0;
  const reference = await startReference({
    compose: override('respond', (original) => (visit, response) => {
      if (++answers === 100) void reference.close();
      return original(visit, response);
    }),
  });
  const { result } = await certifyTarget(configFor(reference, { claim: ['authentication', 'cash'], deadlineS: 30 }));
  expect(result.verdict).not.toBe('conformant');
  expect(result.harnessErrors).toEqual([]);
  // At the deadline nothing would have been asked any more, and this row would be inconclusive.
  expect(result.requirements.find(({ id }) => id === 'robustness/still-alive')?.outcome).toBe('fail');
});
