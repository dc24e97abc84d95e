import { accessDefects } from './defects-access.ts';
import { contentDefects } from './defects-content.ts';
import type { Defect } from './entry.ts';

export type DefectId = (typeof accessDefects | typeof contentDefects)[number]['id'];

/** Every defect of this round, each to be switched on by its id. */
export const defects: readonly Defect[] = [...accessDefects, ...contentDefects];
