import type { TokenFacts } from '../exchange/exchange.ts';

export type RunFacts = Readonly<{
  /** By symbol, e.g. `token:scoped`. A token that could not be obtained is absent. */
  tokens: Readonly<Record<string, TokenFacts>>;
  refusedTokens: Readonly<Record<string, string>>;
  statedScopes?: Readonly<Record<string, string>>;
  servesSecondClient?: true;
  guideIds: readonly string[];
  /** The key, the slug and the title of the first listed guide, as URL segments. */
  guideNames?: readonly string[];
  guidePath?: string;
  /** The first well-formed request: to the API, or to the token endpoint if none may be read. */
  start?: { readonly endpoint: string; readonly status: number };
  unscopedAtStart?: number;
  /** What the operator must change before the target can be tested. Nothing more is sent. */
  obstacle?: string;
  publicKey?: Readonly<Record<string, unknown>>;
}>;
