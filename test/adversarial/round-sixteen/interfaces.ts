export type { Defect, Target, Variation } from '../certified.ts';
