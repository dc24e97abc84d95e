import { dataStyles } from './styles-data.ts';
import { wireStyles } from './styles-wire.ts';
import type { Variation } from './types.ts';

export const variations: readonly Variation[] = [...dataStyles, ...wireStyles].map(([id, title]) => ({ id, title }));
