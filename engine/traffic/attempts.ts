import type { Answered, Exchange, Proof } from '../exchange/exchange.ts';
import type { Key } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';

/** Makes single attempts at requests, live or from evidence. */
export interface Attempts {
  /** Sends the request once, whatever the outcome. `fresh` requires a new connection. */
  readonly once: (
    key: Key,
    request: Request,
    proof: Proof | undefined,
    fresh: boolean,
  ) => Promise<Exchange>;
  /**
   * Whether the request was refused because its token had been revoked. It is then retried with
   * another token.
   */
  readonly isRevoked?: (refused: Answered) => Promise<boolean>;
  /**
   * Whether a firewall refused the request. It is then sent again: after the ban, or to say that
   * the ban goes on.
   */
  readonly isBanned?: (refused: Answered) => Promise<boolean>;
  /** Set in a replay: the evidence decides which requests are retried. */
  readonly isReplay?: boolean;
  /** Waits that many milliseconds. Returns false if no time is left. A replay does not wait. */
  readonly wait: (ms: number) => Promise<boolean>;
  /**
   * Waits until that time, in milliseconds since the epoch, or until the run stops. Absent in a
   * replay.
   */
  readonly until?: (moment: number) => Promise<void>;
}
