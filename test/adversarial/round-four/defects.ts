import { accessDefects } from './defects-access.ts';
import { contentDefects } from './defects-content.ts';
import type { Defect } from './target.ts';

/** Sixty ways in which this target violates one requirement each. */
export const defects: readonly Defect[] = [...accessDefects, ...contentDefects];
