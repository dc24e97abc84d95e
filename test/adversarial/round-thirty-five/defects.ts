import { accessFaults } from './defects-access.ts';
import { contentFaults } from './defects-content.ts';
import { errorFaults } from './defects-errors.ts';
import type { Fault } from './model.ts';
import type { Defect } from './types.ts';

export const faults: readonly Fault[] = [...accessFaults, ...errorFaults, ...contentFaults];
export const defects: readonly Defect[] = faults.map(({ apply: _apply, ...defect }) => defect);
