export type KnownFailure = Readonly<{
  requirement: string;
  endpoint?: string;
  reason: string;
  /** The last valid day, `YYYY-MM-DD` in UTC. */
  until?: string;
}>;
