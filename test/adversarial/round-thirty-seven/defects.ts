import { access } from './defects-access.ts';
import { content } from './defects-content.ts';
import { errors } from './defects-errors.ts';
import type { Fault } from './model.ts';
import type { Defect } from './types.ts';

export const faults: readonly Fault[] = [access, content, errors].flat();
export const defects: readonly Defect[] = faults.map(({ apply: _goal, ...defect }) => defect);
