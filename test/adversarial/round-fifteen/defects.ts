import type { Defect } from './contracts.ts';
import { faults } from './toggles.ts';

export const defects: readonly Defect[] = faults.map(({ id, title, breaks, also }) => ({
  id,
  title,
  breaks,
  ...(also && { also }),
}));
