import type { Judgement, JudgementOf } from '../catalogue/check.ts';
import {
  type Answered,
  type Exchange,
  isAnswered,
  type Sentence,
  say,
  sentenceText,
} from '../exchange/index.ts';
import { inconclusive, isLoadShedding, isServerError, isSuccess, summary } from './answer.ts';

export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
  readonly why: Sentence;

  constructor(why: Sentence) {
    super(sentenceText(why));
    this.why = why;
  }
}

/**
 * For a part of a scenario: `await judgeOne(bound, ask).catch(orInconclusive)`. Throws every other
 * error again.
 */
export function orInconclusive(error: unknown): JudgementOf<'inconclusive'> {
  if (error instanceof Inconclusive) return inconclusive(error.why);
  throw error;
}

export function judged(judge: () => Judgement): Judgement {
  try {
    return judge();
  } catch (error) {
    return orInconclusive(error);
  }
}

export function orNothing(error: unknown): undefined {
  orInconclusive(error);
}

export const isDecided = (exchange: Exchange): exchange is Answered =>
  isAnswered(exchange) && !isLoadShedding(exchange) && !isServerError(exchange);

/** Otherwise throws `Inconclusive`: variations of a refused request show nothing. */
export function requireAccepted(exchange: Exchange, when = 'is not accepted') {
  if (isAnswered(exchange) && isSuccess(exchange)) return exchange;
  throw new Inconclusive(say`the well-formed request ${when}: ${summary(exchange)}`);
}
