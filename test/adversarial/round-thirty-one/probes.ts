import type { Probe } from './probes-access.ts';
import { accessProbes } from './probes-access.ts';
import { contentProbes } from './probes-content.ts';

export const probes: Readonly<Record<string, Probe>> = { ...accessProbes, ...contentProbes };
