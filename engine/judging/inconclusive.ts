import type { Judgement } from '../catalogue/check.ts';
import { type Answered, type Exchange, isAnswered } from '../exchange/exchange.ts';
import { type Sentence, say, sentenceText } from '../exchange/sentence.ts';
import { inconclusive, isLoadShedding, isServerError, isSuccess, summary } from './answer.ts';

/**
 * A check throws this if nothing can be judged. The message is the reason. The engine turns it into
 * an inconclusive judgement. Every other error is an error of the harness.
 */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
  readonly why: Sentence;

  constructor(why: Sentence) {
    super(sentenceText(why));
    this.why = why;
  }
}

/**
 * Handles a rejection: turns `Inconclusive` into the judgement, and throws every other error again.
 * A scenario uses it for a part of its judgements: `await judgeOne(bound,
 * ask).catch(orInconclusive)`.
 */
export function orInconclusive(
  error: unknown,
): Extract<Judgement, { readonly kind: 'inconclusive' }> {
  if (error instanceof Inconclusive) return inconclusive(error.why);
  throw error;
}

/** Returns the judgement of a pure judge, which may throw `Inconclusive`. */
export function judged(judge: () => Judgement): Judgement {
  try {
    return judge();
  } catch (error) {
    return orInconclusive(error);
  }
}

/** Like `orInconclusive`, for a part that adds a failure or nothing. */
export function orNothing(error: unknown): undefined {
  orInconclusive(error);
}

/**
 * Whether the response shows the server's decision: it is no load shedding and no 5xx (see
 * http/no-server-error).
 */
export function isDecided(exchange: Exchange): exchange is Answered {
  return isAnswered(exchange) && !isLoadShedding(exchange) && !isServerError(exchange);
}

/**
 * Returns a 2xx response. Otherwise throws `Inconclusive`: variations of a refused request show
 * nothing.
 */
export function requireAccepted(exchange: Exchange, when = 'is not accepted'): Answered {
  if (isAnswered(exchange) && isSuccess(exchange)) return exchange;
  throw new Inconclusive(say`the well-formed request ${when}: ${summary(exchange)}`);
}
