import type { Check, Requirement, Suite } from '../../engine/catalogue/check.ts';
import type { Ask, Bound, Judgement, Monitor, TokenFacts } from '../../engine/index.ts';
import { isAnswered, orInconclusive } from '../../engine/index.ts';
import { placedCases } from '../../engine/run/series.ts';

/** Resolves to the judgements. As in the engine, a thrown `Inconclusive` is the only judgement. */
export async function judgementsOf(
  judging: Promise<readonly Judgement[]> | undefined,
): Promise<readonly Judgement[]> {
  return (await judging?.catch((error: unknown) => [orInconclusive(error)])) ?? [];
}

/** Runs a scenario, or the probing of a monitor and its fold over the responses. */
export async function runOf(
  requirement: Requirement,
  bound: Bound,
  ask: Ask,
): Promise<readonly Judgement[]> {
  if (requirement.kind === 'scenario') return requirement.run(bound, ask);
  if (requirement.kind !== 'monitor') return [];
  const { fold, id, matches, probing } = requirement;
  let state = fold?.empty();
  const send: typeof ask = Object.assign(async (...asked: Parameters<Ask>) => {
    const came = await ask(...asked);
    const own = { ...came, key: { ...came.key, requirement: id } };
    if (fold && isAnswered(own) && matches(own)) state = fold.add(state, own, bound);
    return own;
  }, ask);
  const judged = (await probing?.(bound, send)) ?? [];
  return fold ? [...judged, fold.conclude(state)] : judged;
}

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
