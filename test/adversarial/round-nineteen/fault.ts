import type { Plugin } from './site.ts';
import type { Defect, Variation } from './types.ts';

export interface Fault extends Defect {
  readonly plugin: Plugin;
}

export interface Form extends Variation {
  readonly plugin: Plugin;
}
