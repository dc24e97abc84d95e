import type { TokenFacts } from '../exchange/exchange.ts';

/**
 * Facts that the run determined before its first case, from recorded exchanges alone: `judge`
 * determines the same.
 */
export interface RunFacts {
  /** By symbol, e.g. `token:scoped`. A token that could not be obtained is absent. */
  readonly tokens: Readonly<Record<string, TokenFacts>>;
  /** Why a token could not be obtained, by symbol. */
  readonly refusedTokens: Readonly<Record<string, string>>;
  /** The `scope` of each token response, by symbol. Absent if the response has no such string. */
  readonly statedScopes?: Readonly<Record<string, string>>;
  /** Whether the second client got its token in this run, and not from the operator. */
  readonly servesSecondClient?: true;
  /** Ids of the listed guides that fit into a path, in order. */
  readonly guideIds: readonly string[];
  /**
   * Other names of the first listed guide: its key, its slug, and its title in the form of a URL
   * segment.
   */
  readonly guideNames?: readonly string[];
  /** Path of the guide endpoint that responded, with `{id}`. */
  readonly guidePath?: string;
  /**
   * The first well-formed request of the run: the name of its endpoint, and the status of the
   * response. It goes to the API, or to the token endpoint if no API endpoint may be read.
   */
  readonly start?: { readonly endpoint: string; readonly status: number };
  /** The status of a request to the guides without the scope, before the first one with it. */
  readonly unscopedAtStart?: number;
  /** What the operator must change before the target can be tested. Nothing more is sent. */
  readonly obstacle?: string;
  /** The public key that verifies the scoped token, as a JWK. */
  readonly publicKey?: Readonly<Record<string, unknown>>;
}
