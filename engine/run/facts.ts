import type { TokenFacts } from '../exchange/exchange.ts';

/** What the run found out before its first case, from recorded exchanges alone, so that evidence yields it again. */
export interface RunFacts {
  /** By symbol, e.g. `token:scoped`. A token that could not be had is absent. */
  readonly tokens: Readonly<Record<string, TokenFacts>>;
  /** Why a token could not be had, by symbol. */
  readonly refusedTokens: Readonly<Record<string, string>>;
  /** What the token answers said of their scope, by symbol; absent where they had no text of it. */
  readonly statedScopes?: Readonly<Record<string, string>>;
  /** Whether the second client got a token in this run, rather than the operator giving one. */
  readonly servesSecondClient?: true;
  /** Ids of the listed guides that are usable in a path, in order. */
  readonly guideIds: readonly string[];
  /** Other names that the listing has for its first guide: its key, its slug, and its title as an address would have it. */
  readonly guideNames?: readonly string[];
  /** Path of the guide endpoint that answered, with `{id}`. */
  readonly guidePath?: string;
  /**
   * The first well-formed request of the run to the API, or for a token where nothing of the API may be read: to which
   * endpoint, by its name, and the status of the answer.
   */
  readonly start?: { readonly endpoint: string; readonly status: number };
  /** What the first well-formed request got, and where it was sent, where no endpoint let the first user in. */
  readonly turnedBack?: { readonly answer: string; readonly location?: string };
  /** The public key that verifies the scoped token, as a JWK. */
  readonly publicKey?: Readonly<Record<string, unknown>>;
}
