/** An entry of the operator's list of known failures. */
export interface KnownFailure {
  readonly requirement: string;
  /** Absent: every endpoint. */
  readonly endpoint?: string;
  readonly reason: string;
  /** The last day on which the entry is valid, `YYYY-MM-DD` in UTC. */
  readonly until?: string;
}
