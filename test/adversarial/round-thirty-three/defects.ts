import { accessFaults } from './defects-access.ts';
import { contentFaults } from './defects-content.ts';
import type { Toggle } from './model.ts';
import type { Defect } from './types.ts';

const faults = [...accessFaults, ...contentFaults];

export const defects: readonly Defect[] = faults.map(({ id, title, breaks, also }) => ({
  id,
  title,
  breaks,
  ...(also === undefined ? {} : { also }),
}));
export const defectToggles: Readonly<Record<string, Toggle>> = Object.fromEntries(
  faults.map(({ id, apply }) => [id, apply]),
);
