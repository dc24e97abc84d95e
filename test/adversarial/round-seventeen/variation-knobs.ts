import type { Knobs } from './knobs.ts';
import { dataEntries } from './variation-data.ts';
import { serviceEntries } from './variation-service.ts';

export const entries = [...dataEntries, ...serviceEntries];

export function knobsOf(toggle: string | undefined): Knobs {
  return entries.find(([id]) => id === toggle)?.[2] ?? {};
}
