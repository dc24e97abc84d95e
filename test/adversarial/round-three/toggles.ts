import type { defects } from './defects.ts';
import type { variations } from './variations.ts';

export type Toggle = (typeof defects)[number]['id'] | (typeof variations)[number]['id'];

/** Says whether the named defect or variation is at work in this server. */
export type On = (toggle: Toggle) => boolean;
