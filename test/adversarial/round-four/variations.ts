import type { Variation } from './target.ts';
import { accessVariations } from './variations-access.ts';
import { contentVariations } from './variations-content.ts';

/** Sixty ways in which another vendor is as correct as this one. */
export const variations: readonly Variation[] = [...accessVariations, ...contentVariations];
