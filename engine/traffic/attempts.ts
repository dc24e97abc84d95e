import type { Answered, Exchange, Key, Proof, Request } from '../exchange/index.ts';

export type Attempts = Readonly<{
  /** Whatever the outcome. `fresh` requires a new connection. */
  once: (key: Key, request: Request, proof: Proof | undefined, fresh: boolean) => Promise<Exchange>;
  /** Because its token had been revoked. It is then retried with another token. */
  isRevoked?: (refused: Answered) => Promise<boolean>;
  /** Refused by a firewall. It is then sent again: after the ban, or to say that it goes on. */
  isBanned?: (refused: Answered) => Promise<boolean>;
  isReplay?: boolean;
  wait: (ms: number) => Promise<boolean>;
  until?: (moment: number) => Promise<void>;
}>;
