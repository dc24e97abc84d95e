import type { Defect } from './contract.ts';
import { accessDefects } from './defects-of-access.ts';
import { dataDefects } from './defects-of-data.ts';

export const defects: readonly Defect[] = [...accessDefects, ...dataDefects];
