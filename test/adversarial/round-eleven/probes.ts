import { accessProbes, type Probe } from './probes-of-access.ts';
import { contentProbes } from './probes-of-content.ts';

/** For each defect what a client sees, which is different where the defect is on. */
export const probes: Readonly<Record<string, Probe>> = { ...accessProbes, ...contentProbes };
