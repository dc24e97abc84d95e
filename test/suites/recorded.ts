import type { Check, Requirement, Scenario, Suite } from '../../engine/catalogue/check.ts';
import type { Ask, Bound, Judgement, Monitor, Request, TokenFacts } from '../../engine/index.ts';
import { isAnswered, orInconclusive } from '../../engine/index.ts';
import { placedCases } from '../../engine/run/series.ts';
import { asking, boundTo, type Target } from './asking.ts';

export interface Sent {
  readonly step: string;
  readonly path: string;
  readonly request: Request;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Runs `judging` against a target. Resolves to its requests and judgements. */
export async function recorded(
  judging: (ask: Ask) => Promise<readonly Judgement[]> | undefined,
  target: Target = () => ({ body: {} }),
) {
  const sent: Sent[] = [];
  const ask = asking((step, path, nth, request) => {
    sent.push({ step, path, request, at: Date.now() });
    return target(step, path, nth, request);
  });
  const judgements = await judgementsOf(judging(ask));
  return {
    sent,
    judgements,
    steps: sent.map(({ step }) => step),
    kinds: judgements.map(({ kind }) => kind),
    causes: judgements.flatMap((judgement) => (judgement.kind === 'fail' ? [judgement.cause] : [])),
    request: (step: string): Request => {
      const one = sent.find((other) => other.step === step);
      if (!one) throw new RangeError(`${step} was not sent`);
      return one.request;
    },
  };
}

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

/** Runs a scenario or a monitor against a target. Resolves to its requests and judgements. */
export function judgedBy(requirement: Requirement, target: Target, bound: Bound) {
  return recorded((ask) => runOf(requirement, bound, ask), target);
}

const find = ({ requirements }: Suite, id: string) => requirements.find((one) => one.id === id);
export const checkOf = (suite: Suite, id: string) => find(suite, id) as Check;
export const scenarioOf = (suite: Suite, id: string) => find(suite, id) as Scenario;
export const monitorOf = (suite: Suite, id: string) => find(suite, id) as Monitor;

export function casesOf({ cases }: Check, bound: Bound) {
  return [...placedCases(cases(bound), bound.depth, bound.seed)].map((placed) => placed.case);
}

export function boundAs(
  name: string,
  endpoint: Partial<Bound['endpoint']>,
  changes: Partial<Bound> = {},
): Bound {
  return boundTo(name, { endpoint: { ...boundTo(name).endpoint, ...endpoint }, ...changes });
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

/** Returns a generator of pseudo-random integers below `most`. */
export function randomOf(seed: number, most: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

export type Who = 'first' | 'second';

export function userOf(request: Request): Who | undefined {
  const named = request.headers.find(([name]) => name.toLowerCase() === 'x-user-id')?.[1];
  return (['first', 'second'] as const).find((who) =>
    JSON.stringify(named ?? '').includes(`user:${who}`),
  );
}
