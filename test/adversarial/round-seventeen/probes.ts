import type { Lab } from './lab.ts';
import { dataProbes } from './probes-data.ts';
import { errorProbes } from './probes-errors.ts';

/** Whether the target behaves as READING says, where the defect does not. */
export type Probe = (lab: Lab) => Promise<boolean>;

export const probes: Readonly<Record<string, Probe>> = { ...errorProbes, ...dataProbes };
