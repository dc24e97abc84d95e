import type { Judgement } from '../catalogue/check.ts';
import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import type { Placed } from './series.ts';

/** A case that was sent, and its judgement. The judgement is undefined if the request is not a case. */
export interface Tried {
  readonly placed: Placed;
  exchange: Exchange;
  readonly judgement: Judgement | undefined;
}

/** Drops headers and body of a response unless it is the first of its cause: a target may send megabytes in each. */
export function lightened(tried: Tried, exemplars: Map<string, Tried>): Tried {
  const { judgement, placed } = tried;
  if (judgement?.kind !== 'fail') return statusAlone(tried);
  const known = exemplars.get(judgement.cause);
  if (known && known.placed.index < placed.index) return statusAlone(tried);
  if (known) statusAlone(known);
  exemplars.set(judgement.cause, tried);
  return tried;
}

function statusAlone(tried: Tried): Tried {
  const { exchange } = tried;
  if (isAnswered(exchange)) {
    const { answer } = exchange;
    tried.exchange = { ...exchange, answer: { ...answer, headers: [], body: { size: answer.body.size } } };
  }
  return tried;
}
