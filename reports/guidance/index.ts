import type { Guidance, GuidanceTable } from './guidance.ts';

const all: GuidanceTable = {};

/** Returns the guidance for a requirement. Undefined if it is unknown, as in results of other versions. */
export const guidanceFor = (requirement: string): Guidance | undefined => all[requirement];
