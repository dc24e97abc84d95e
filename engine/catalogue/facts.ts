import type { TokenFacts } from '../exchange/exchange.ts';

/** What the run determined before its first case, from recorded exchanges alone. */
export interface RunFacts {
  /** By symbol, e.g. `token:scoped`. A token that could not be obtained is absent. */
  readonly tokens: Readonly<Record<string, TokenFacts>>;
  /** By symbol, why it could not be obtained. */
  readonly refusedTokens: Readonly<Record<string, string>>;
  /** The `scope` of each token response, by symbol. */
  readonly statedScopes?: Readonly<Record<string, string>>;
  /** Whether the second client got its token in this run, and not from the operator. */
  readonly servesSecondClient?: true;
  /** Of the listed guides that fit into a path, in order. */
  readonly guideIds: readonly string[];
  /** The key, the slug and the title of the first listed guide, as URL segments. */
  readonly guideNames?: readonly string[];
  /** The one that responded, with `{id}`. */
  readonly guidePath?: string;
  /**
   * Name of the endpoint and status of the first well-formed request. It goes to the API, or to the
   * token endpoint if no API endpoint may be read.
   */
  readonly start?: { readonly endpoint: string; readonly status: number };
  /** The status of a request to the guides without the scope, before the first one with it. */
  readonly unscopedAtStart?: number;
  /** What the operator must change before the target can be tested. Nothing more is sent. */
  readonly obstacle?: string;
  /** The JWK that verifies the scoped token. */
  readonly publicKey?: Readonly<Record<string, unknown>>;
}
