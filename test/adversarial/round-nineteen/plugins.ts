import { faults } from './defects.ts';
import type { Plugin } from './site.ts';
import { forms } from './variations.ts';

export const plugins: ReadonlyMap<string, Plugin> = new Map(
  [...faults, ...forms].map(({ id, plugin }) => [id, plugin] as const),
);
