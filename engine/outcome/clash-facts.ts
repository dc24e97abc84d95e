/** What responses that contradict the first of their group have in common with it. */
export interface ClashFacts {
  readonly clashing: number;
  /** How many have the same method and path, and overlap in time. */
  readonly sameRoute: number;
  readonly together: number;
  /** The most time between the two responses, in milliseconds. */
  readonly mostMs: number;
  /** The endpoints of these responses, in alphabetical order. */
  readonly endpoints: readonly string[];
}

/** Adds the facts of two shards. */
export function addClashes(left: ClashFacts, right: ClashFacts): ClashFacts {
  return {
    clashing: left.clashing + right.clashing,
    sameRoute: left.sameRoute + right.sameRoute,
    together: left.together + right.together,
    mostMs: Math.max(left.mostMs, right.mostMs),
    endpoints: [...new Set([...left.endpoints, ...right.endpoints])].sort(),
  };
}
