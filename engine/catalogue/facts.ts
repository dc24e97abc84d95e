import type { TokenFacts } from '../exchange/exchange.ts';

export interface RunFacts {
  /** By symbol, e.g. `token:scoped`. A token that could not be obtained is absent. */
  readonly tokens: Readonly<Record<string, TokenFacts>>;
  readonly refusedTokens: Readonly<Record<string, string>>;
  readonly statedScopes?: Readonly<Record<string, string>>;
  readonly servesSecondClient?: true;
  readonly guideIds: readonly string[];
  /** The key, the slug and the title of the first listed guide, as URL segments. */
  readonly guideNames?: readonly string[];
  readonly guidePath?: string;
  /** The first well-formed request: to the API, or to the token endpoint if none may be read. */
  readonly start?: { readonly endpoint: string; readonly status: number };
  readonly unscopedAtStart?: number;
  /** What the operator must change before the target can be tested. Nothing more is sent. */
  readonly obstacle?: string;
  readonly publicKey?: Readonly<Record<string, unknown>>;
}
