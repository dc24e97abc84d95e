import { contentVariations } from './variations-of-content.ts';
import { transportVariations, type Variation } from './variations-of-transport.ts';

/** All correct variations of this round. */
export const variations: readonly Variation[] = [...transportVariations, ...contentVariations];
