export type { Client, Defect, Target, Variation } from '../certified.ts';
