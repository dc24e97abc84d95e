import type { Judgement } from '../catalogue/check.ts';
import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import { causeId } from '../outcome/defect-id.ts';
import { byPlainness, plainnessOf, type Sight } from '../outcome/plainness.ts';
import type { Placed } from './series.ts';

/** The judgement is undefined if the request is not a case. */
export interface Tried {
  readonly placed: Placed;
  exchange: Exchange;
  readonly judgement: Judgement | undefined;
}

export function inOrderOfShowing(one: Tried, other: Tried): number {
  return byPlainness(sightOf(one), sightOf(other)) || one.placed.index - other.placed.index;
}

function sightOf({ placed, exchange }: Tried): Sight {
  return {
    plainness: plainnessOf(exchange.request),
    changed: placed.case.label,
    isLost: !isAnswered(exchange),
  };
}

/** Drops headers and body of a response that no finding shows: a target may send megabytes. */
export function lightened(tried: Tried, exemplars: Map<string, Tried>): Tried {
  const { judgement } = tried;
  if (judgement?.kind !== 'fail') return statusAlone(tried);
  const cause = causeId(judgement);
  const known = exemplars.get(cause);
  if (known && inOrderOfShowing(known, tried) < 0) return statusAlone(tried);
  if (known) statusAlone(known);
  exemplars.set(cause, tried);
  return tried;
}

function statusAlone(tried: Tried): Tried {
  const { exchange } = tried;
  if (isAnswered(exchange)) {
    const { answer } = exchange;
    tried.exchange = {
      ...exchange,
      answer: { ...answer, headers: [], body: { size: answer.body.size } },
    };
  }
  return tried;
}
