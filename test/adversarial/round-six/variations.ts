import { variationsOfContent } from './variations-of-content.ts';
import { variationsOfWire } from './variations-of-wire.ts';

export interface Variation {
  id: string;
  title: string;
  why: string;
}

/** All variations, each of which is as correct as the rest. */
export const variations: readonly Variation[] = [...variationsOfWire, ...variationsOfContent];
