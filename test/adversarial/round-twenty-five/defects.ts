import { accessFaults } from './defects-access.ts';
import { bodyFaults } from './defects-bodies.ts';
import { contentFaults } from './defects-content.ts';
import { errorFaults } from './defects-errors.ts';
import type { Fault } from './patching.ts';
import type { Defect } from './types.ts';

/** The defects with what makes them. */
export const faults: readonly Fault[] = [...accessFaults, ...errorFaults, ...contentFaults, ...bodyFaults];

export const defects: readonly Defect[] = faults.map(({ id, title, breaks, also }) =>
  also === undefined ? { id, title, breaks } : { id, title, breaks, also },
);
