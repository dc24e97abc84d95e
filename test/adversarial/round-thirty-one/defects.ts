import { accessDefects } from './defects-access.ts';
import { contentDefects } from './defects-content.ts';
import type { Defect } from './types.ts';

export const defects: readonly Defect[] = [...accessDefects, ...contentDefects];
