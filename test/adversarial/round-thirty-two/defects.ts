import { errorDefects } from './defects-errors.ts';
import { guardDefects } from './defects-guard.ts';
import { learnDefects } from './defects-learn.ts';
import { privateDefects } from './defects-private.ts';
import { tokenDefects } from './defects-token.ts';
import type { DefectiveChange } from './toggle.ts';
import type { Defect } from './types.ts';

export const defectiveChanges: readonly DefectiveChange[] = [
  ...tokenDefects,
  ...guardDefects,
  ...errorDefects,
  ...learnDefects,
  ...privateDefects,
];

export const defects: readonly Defect[] = defectiveChanges.map(({ id, title, breaks, also }) => ({
  id,
  title,
  breaks,
  ...(also ? { also } : {}),
}));
