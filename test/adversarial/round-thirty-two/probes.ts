import type { Tester } from './client.ts';
import { guardProbes } from './probes-guard.ts';
import { learnProbes } from './probes-learn.ts';
import { privateProbes } from './probes-private.ts';

/** By the id of a defect: whether it shows. */
export const probes: Readonly<Record<string, (t: Tester) => Promise<boolean>>> = {
  ...guardProbes,
  ...learnProbes,
  ...privateProbes,
};
