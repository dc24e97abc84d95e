import type { Variation } from './entry.ts';
import { accessVariations } from './variations-access.ts';
import { contentVariations } from './variations-content.ts';
import { httpVariations } from './variations-http.ts';

export type VariationId = (typeof accessVariations | typeof httpVariations | typeof contentVariations)[number]['id'];

/** Every correct variation of this round, each to be switched on by its id. */
export const variations: readonly Variation[] = [...accessVariations, ...httpVariations, ...contentVariations];
