import type { Variation } from './types.ts';
import { entries } from './variation-knobs.ts';

export const variations: readonly Variation[] = entries.map(([id, title]) => ({ id, title }));
