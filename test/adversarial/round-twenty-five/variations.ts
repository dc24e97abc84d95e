import type { Change } from './patching.ts';
import type { Variation } from './types.ts';
import { dataChanges } from './variations-data.ts';
import { wireChanges } from './variations-wire.ts';

/** The variations with what makes them. */
export const changes: readonly Change[] = [...dataChanges, ...wireChanges];

export const variations: readonly Variation[] = changes.map(({ id, title }) => ({ id, title }));
