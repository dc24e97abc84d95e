import { allVariations } from './toggles.ts';
import type { Variation } from './types.ts';

export const variations: readonly Variation[] = allVariations.map(({ id, title }) => ({ id, title }));
