import { guardFaults } from './faults-guard.ts';
import { readFaults } from './faults-reads.ts';
import { replyFaults } from './faults-replies.ts';
import { tokenFaults } from './faults-token.ts';
import { writeFaults } from './faults-writes.ts';
import type { Toggle } from './model.ts';

export const faults: Readonly<Record<string, Toggle>> = {
  ...tokenFaults,
  ...guardFaults,
  ...replyFaults,
  ...readFaults,
  ...writeFaults,
};
