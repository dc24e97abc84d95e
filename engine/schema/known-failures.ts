export interface KnownFailure {
  readonly requirement: string;
  /** Absent: every endpoint. */
  readonly endpoint?: string;
  readonly reason: string;
  /** The last valid day, `YYYY-MM-DD` in UTC. */
  readonly until?: string;
}
