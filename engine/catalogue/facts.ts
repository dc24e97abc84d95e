import type { TokenFacts } from '../exchange/exchange.ts';

/** What the run determined before its first case, from recorded exchanges alone. */
export interface RunFacts {
  /** By symbol, e.g. `token:scoped`. A token that could not be obtained is absent. */
  readonly tokens: Readonly<Record<string, TokenFacts>>;
  /** By symbol, why it could not be obtained. */
  readonly refusedTokens: Readonly<Record<string, string>>;
  /** The `scope` of each token response, by symbol. */
  readonly statedScopes?: Readonly<Record<string, string>>;
  readonly servesSecondClient?: true;
  /** Of the listed guides that fit into a path, in order. */
  readonly guideIds: readonly string[];
  /** The key, the slug and the title of the first listed guide, as URL segments. */
  readonly guideNames?: readonly string[];
  readonly guidePath?: string;
  /** The first well-formed request: to the API, or to the token endpoint if none may be read. */
  readonly start?: { readonly endpoint: string; readonly status: number };
  /** The status of a request to the guides without the scope, before the first one with it. */
  readonly unscopedAtStart?: number;
  /** What the operator must change before the target can be tested. Nothing more is sent. */
  readonly obstacle?: string;
  readonly publicKey?: Readonly<Record<string, unknown>>;
}
