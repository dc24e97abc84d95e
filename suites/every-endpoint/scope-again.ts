import {
  type Answered,
  type Ask,
  briefly,
  type Exchange,
  fail,
  inconclusive,
  isServed,
  type Judgement,
  type Request,
} from '../../engine/index.ts';

/** The same request with the token that has the scope, and with the one that lacks it. */
export interface Pair {
  readonly scoped: Request;
  readonly unscoped: Request;
}

/**
 * Requests of either token in a round: one after the other, and as many again at the same time, in each of the waves.
 */
const perRound = 4;
/** The connections of the first wave are opened one after the other, so that its requests come apart. */
const waves = 2;
/** Rounds until what was let in once is let in again. */
const mostRounds = 4;

/**
 * Judges whether a token without the scope is ever accepted. The scope check may depend on earlier or concurrent
 * requests, or on the replica. Two acceptances prove a violation, because the token never had the scope. Undefined if
 * there is none.
 */
export async function judgeAgain(
  pair: Pair,
  ask: Ask,
  before: readonly Exchange[],
  step = '',
): Promise<Judgement | undefined> {
  const letIn = before.filter(isServed);
  for (let round = 1; round === 1 || (letIn.length === 1 && round <= mostRounds); round++) {
    letIn.push(...(await askRound(pair, ask, `${step}round-${round}`)));
  }
  const last = letIn.at(-1);
  if (last === undefined) return undefined;
  if (letIn.length === 1) return inconclusive(`the token was accepted once, and not again: ${briefly(last)}`);
  return fail('a token without the scope is accepted', 'status 403 with an ApiError', briefly(last), last);
}

/** The answers that let the token without the scope in. */
async function askRound({ scoped, unscoped }: Pair, ask: Ask, step: string): Promise<readonly Answered[]> {
  const all: Exchange[] = [];
  const each = Array.from({ length: perRound }, (_, nth) => nth);
  for (const nth of each) {
    await ask(`${step}-control-${nth}`, scoped);
    all.push(await ask(`${step}-case-${nth}`, unscoped));
  }
  for (let wave = 0; wave < waves; wave++) {
    const atOnce = each.flatMap((nth) => [
      ask(`${step}-control-at-once-${wave}-${nth}`, scoped).then(() => []),
      ask(`${step}-case-at-once-${wave}-${nth}`, unscoped).then((exchange) => [exchange]),
    ]);
    all.push(...(await Promise.all(atOnce)).flat());
  }
  return all.filter(isServed);
}
