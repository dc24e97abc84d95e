import { dataLines } from './defects-data.ts';
import { guardLines } from './defects-guards.ts';
import type { Defect } from './types.ts';

export const defects: readonly Defect[] = [...guardLines, ...dataLines].map(([id, breaks, title, also]) => ({
  id,
  title,
  breaks,
  ...(also ? { also } : {}),
}));
