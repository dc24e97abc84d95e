import { ofAccess } from './defects-of-access.ts';
import { ofData } from './defects-of-data.ts';
import type { Defect } from './types.ts';

export const defects: readonly Defect[] = [...ofAccess, ...ofData];
