import type { Answered, Exchange, Key, Proof, Request } from '../exchange/index.ts';

export interface Attempts {
  /** Whatever the outcome. `fresh` requires a new connection. */
  readonly once: (
    key: Key,
    request: Request,
    proof: Proof | undefined,
    fresh: boolean,
  ) => Promise<Exchange>;
  /** Because its token had been revoked. It is then retried with another token. */
  readonly isRevoked?: (refused: Answered) => Promise<boolean>;
  /** Refused by a firewall. It is then sent again: after the ban, or to say that it goes on. */
  readonly isBanned?: (refused: Answered) => Promise<boolean>;
  readonly isReplay?: boolean;
  readonly wait: (ms: number) => Promise<boolean>;
  readonly until?: (moment: number) => Promise<void>;
}
