/** What responses that contradict the first of their group have in common with it. */
export interface ClashFacts {
  readonly clashing: number;
  /** How many have the same method and path, the same status, and overlap in time. */
  readonly sameRoute: number;
  readonly sameStatus: number;
  readonly together: number;
  /** The least and the most time between the two responses, in milliseconds. */
  readonly leastMs: number;
  readonly mostMs: number;
  /** The endpoints of these responses, in alphabetical order. */
  readonly endpoints: readonly string[];
}

/** Adds the facts of two shards. */
export function addClashes(left: ClashFacts, right: ClashFacts): ClashFacts {
  return {
    clashing: left.clashing + right.clashing,
    sameRoute: left.sameRoute + right.sameRoute,
    sameStatus: left.sameStatus + right.sameStatus,
    together: left.together + right.together,
    leastMs: Math.min(left.leastMs, right.leastMs),
    mostMs: Math.max(left.mostMs, right.mostMs),
    endpoints: [...new Set([...left.endpoints, ...right.endpoints])].sort(),
  };
}
