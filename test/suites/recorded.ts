import type { Check, Suite } from '../../engine/catalogue/check.ts';
import type { Bound, Monitor, TokenFacts } from '../../engine/index.ts';
import { placedCases } from '../../engine/run/series.ts';

const find = ({ requirements }: Suite, id: string) => requirements.find((one) => one.id === id);
export const checkOf = (suite: Suite, id: string) => find(suite, id) as Check;
export const monitorOf = (suite: Suite, id: string) => find(suite, id) as Monitor;

export function casesOf({ cases }: Check, bound: Bound) {
  return [...placedCases(cases(bound), bound.depth, bound.seed)].map((placed) => placed.case);
}

/** Returns the facts about the run's tokens, given their claims or facts. */
export function factsOf(
  tokens: Readonly<Record<string, TokenFacts>>,
  more: Partial<Bound['facts']> = {},
): Bound['facts'] {
  return { tokens, refusedTokens: {}, guideIds: [], ...more };
}

/**
 * Returns the facts of a signed token with these claims. Without claims, the token is unreadable.
 */
export function jws(claims?: object): TokenFacts {
  return {
    form: 'jws',
    header: {},
    ...(claims && { claims: claims as Readonly<Record<string, unknown>> }),
  };
}
