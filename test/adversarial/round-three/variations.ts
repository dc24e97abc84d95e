import { contentVariations } from './variations-content.ts';
import { wireVariations } from './variations-wire.ts';

export interface Variation {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

export const variations = [...wireVariations, ...contentVariations] as const satisfies readonly Variation[];
