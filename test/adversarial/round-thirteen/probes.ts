import type { Probe } from './client.ts';
import { accessProbes } from './probes-access.ts';
import { contentProbes } from './probes-content.ts';

/** Each tells whether its defect is seen. */
export const probes: Record<string, Probe> = { ...accessProbes, ...contentProbes };
