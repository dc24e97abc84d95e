import type { Probe } from './probes-access.ts';
import { accessProbes, tokenProbes } from './probes-access.ts';
import { readProbes, writeProbes } from './probes-data.ts';

export const probes: Readonly<Record<string, Probe>> = {
  ...tokenProbes,
  ...accessProbes,
  ...readProbes,
  ...writeProbes,
};
