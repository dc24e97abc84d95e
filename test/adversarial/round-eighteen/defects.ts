import { allDefects } from './toggles.ts';
import type { Defect } from './types.ts';

export const defects: readonly Defect[] = allDefects.map(({ toggle: _, ...defect }) => defect);
