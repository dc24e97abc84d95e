import {
  type Advice,
  type Ask,
  type Bound,
  type Causes,
  cause,
  type Exchange,
  fail,
  Inconclusive,
  inconclusive,
  isAnswered,
  isDecided,
  isServed,
  isSuccess,
  longestSpread,
  pass,
  type Request,
  requireAccepted,
  say,
  summary,
  symbol,
  withToken,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { isServedElsewhere } from '../token-probes.ts';
import { expecting } from './refusals.ts';

export const expect403 = expecting('status 403 with an ApiError');

interface Acceptance {
  shown?: number;
  of?: number;
}

export const scopeCauses = (...advice: readonly Advice<Acceptance>[]) =>
  ({
    accepted: cause<Acceptance>({
      ...expect403('a token without the scope is accepted', ...advice),
      actual: ({ shown, of }, response) =>
        of === undefined
          ? response
          : `${shown} of ${of} requests, some in parallel, others after one with the scope: ` +
            response,
    }),
    'other-status': expect403(
      'a token without the scope is refused with a status other than 403',
      ...why.wrongStatus,
    ),
  }) satisfies Causes;

export const withoutScope = (request: Request) => withToken(request, symbol('token:unscoped'));

/** The scoped token is sent before, and after an apparent violation. */
export async function askWithoutScope(bound: Bound, ask: Ask) {
  const { safety } = bound.endpoint;
  const scoped = bound.wellFormed();
  let control = await ask('control', scoped);
  // A refusal may be remembered for a moment, for example by user.
  if (safety === 'read' && isAnswered(control) && control.answer.status === 403) {
    await ask.until(control.endedAt + longestSpread);
    control = await ask('control-later', scoped);
  }
  requireAccepted(control);
  const first = await ask('case', withoutScope(scoped));
  const isKnown = await isServedElsewhere(bound, ask, 'witness', withoutScope);
  const judgement = judgeWithoutScope(first, isKnown);
  if (judgement.kind === 'inconclusive') return judgement;
  const failed = judgement.kind === 'fail' ? { ...judgement, exchange: first } : undefined;
  if (safety === 'order') return failed ?? judgement;
  let again: Exchange | undefined;
  if (failed) {
    again = await ask('again', withoutScope(scoped));
    requireAccepted(await ask('control-after', scoped), 'is no longer accepted afterwards');
    if (judgeWithoutScope(again, isKnown).kind === 'fail') return failed;
  }
  const later = safety === 'read' ? await judgeAgain(scoped, ask, first) : undefined;
  if (later || !again) return later ?? judgement;
  throw new Inconclusive(
    say`the second response is ${summary(again)} instead of ${summary(first)}`,
  );
}

/** So many in turn with the scoped token, then so many in each of two waves. */
const perRound = 4;
/** The most rounds to see a second acceptance. */
const mostRounds = 4;

/** Two acceptances prove a violation, because the token never had the scope. Undefined if none. */
export async function judgeAgain(scoped: Request, ask: Ask, first: Exchange, prefix = '') {
  const came = [first];
  const served = () => came.filter(isServed);
  const lacking = async (step: string) => came.push(await ask(step, withoutScope(scoped)));
  const numbers = Array.from({ length: perRound }, (_, nth) => nth);
  for (let round = 1; round === 1 || (served().length === 1 && round <= mostRounds); round++) {
    const step = `${prefix}round-${round}`;
    for (const nth of numbers) {
      await ask(`${step}-control-${nth}`, scoped);
      await lacking(`${step}-case-${nth}`);
    }
    // Connections open one after the other, so the first wave is not quite simultaneous.
    for (const wave of [0, 1]) {
      const both = (nth: number) => [
        ask(`${step}-control-at-once-${wave}-${nth}`, scoped),
        lacking(`${step}-case-at-once-${wave}-${nth}`),
      ];
      await Promise.all(numbers.flatMap(both));
    }
  }
  const last = served().at(-1);
  if (!last) return undefined;
  if (served().length === 1)
    return inconclusive(say`the token was accepted once, and not again: ${summary(last)}`);
  return fail('accepted', { shown: served().length, of: came.length }, last);
}

/** A refusal other than 403 only counts if another endpoint accepts the token. */
export function judgeWithoutScope(exchange: Exchange, isKnown: boolean) {
  if (!isDecided(exchange)) return inconclusive(summary(exchange));
  const { status } = exchange.answer;
  const alone = say`no other endpoint accepted the token without the scope`;
  if (status === 403)
    return isKnown ? pass() : pass(say`${alone}, so the 403 may have another cause`);
  if (isSuccess(exchange)) return fail('accepted');
  return isKnown
    ? fail('other-status')
    : inconclusive(
        say`refused with ${status}, but no other endpoint accepted that token and user either`,
      );
}
