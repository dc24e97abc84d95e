import { ACCESS_PROBES, HTTP_PROBES, type Probe } from './probes-access.ts';
import { DATA_PROBES, WRITE_PROBES } from './probes-data.ts';

export type { Probe } from './probes-access.ts';
export const PROBES: Readonly<Record<string, Probe>> = {
  ...ACCESS_PROBES,
  ...HTTP_PROBES,
  ...DATA_PROBES,
  ...WRITE_PROBES,
};
