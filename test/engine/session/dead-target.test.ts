import { expect, test } from 'vitest';
import { startReference } from '../../../fixtures/reference/index.ts';
import { scopeIsGate } from '../../scope.ts';
import { certifyTarget, configFor } from './in-process.ts';

test.runIf(scopeIsGate)(
  'a target that dies and stays dead ends the run long before its deadline',
  { timeout: 90_000 },
  async () => {
    let answers = 0;
    let die = () => {};
    const reference = await startReference({
      compose: (parts) => ({
        ...parts,
        respond: (visit, response) => {
          answers++;
          if (answers === 200) die();
          return parts.respond(visit, response);
        },
      }),
    });
    die = () => void reference.close();
    const { result } = await certifyTarget(configFor(reference, { depth: 'quick', deadlineS: 30 }));
    expect(result.verdict).not.toBe('conformant');
    expect(result.harnessErrors).toEqual([]);
    // At the deadline nothing would have been asked any more, and this row would be inconclusive.
    expect(result.requirements.find(({ id }) => id === 'robustness/still-alive')?.outcome).toBe('fail');
  },
);
