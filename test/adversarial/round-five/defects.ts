import { accessDefects, type Defect } from './defects-of-access.ts';
import { areaDefects } from './defects-of-areas.ts';
import { contentDefects } from './defects-of-content.ts';

/** All defects of this round. */
export const defects: readonly Defect[] = [...accessDefects, ...contentDefects, ...areaDefects];
