import type { VariedChange } from './toggle.ts';
import type { Variation } from './types.ts';
import { learnVariations } from './variations-learn.ts';
import { privateVariations } from './variations-private.ts';
import { serviceVariations } from './variations-service.ts';

export const variedChanges: readonly VariedChange[] = [...serviceVariations, ...learnVariations, ...privateVariations];

export const variations: readonly Variation[] = variedChanges.map(({ id, title }) => ({ id, title }));
