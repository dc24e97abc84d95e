import { accessDefects } from './defects-of-access.ts';
import { contentDefects } from './defects-of-content.ts';
import type { Defect } from './types.ts';

export const defects: readonly Defect[] = [...accessDefects, ...contentDefects];
