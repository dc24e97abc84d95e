import { contentVariations } from './lists/content-variations.ts';
import { identityVariations } from './lists/identity-variations.ts';
import type { Variation } from './lists/shape.ts';
import { wireVariations } from './lists/wire-variations.ts';

export const variations: readonly Variation[] = [...identityVariations, ...wireVariations, ...contentVariations];
