export interface KnownFailure {
  readonly requirement: string;
  readonly endpoint?: string;
  readonly reason: string;
  /** The last valid day, `YYYY-MM-DD` in UTC. */
  readonly until?: string;
}
