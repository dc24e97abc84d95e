import type { Bound } from '../catalogue/bound.ts';
import { type Head, type Judgement, type Scenario, scenario } from '../catalogue/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import {
  briefly,
  held,
  isLoadShedding,
  isServerError,
  isSuccess,
  json,
  observed,
  unanswered,
  violated,
} from './answer.ts';
import { shapeOf } from './content.ts';
import { outOfReach } from './positive.ts';

/** The requirement that an endpoint whose response shape is not shown delivers: a 2xx; its shape is observed. */
export function positiveScenario(head: Omit<Head, 'level'>): Scenario {
  return scenario({
    ...head,
    level: 'must',
    run: async (bound, ask) => judgePositive(await ask('request', bound.wellFormed()), bound),
  });
}

/** Judges the answer to a well-formed request of an endpoint whose shape is not shown. */
export function judgePositive(exchange: Exchange, bound: Bound): readonly Judgement[] {
  if (!isAnswered(exchange)) return [unanswered(briefly(exchange))];
  if (isLoadShedding(exchange)) return [unanswered('the target shed load')];
  const { status, body } = exchange.answer;
  if (isServerError(exchange)) return [unanswered(`answered with ${status}: http/no-server-error`)];
  if (!isSuccess(exchange)) {
    const why = outOfReach(exchange, bound);
    if (why !== undefined) return [unanswered(why)];
    return [violated('a well-formed request is refused', 'a 2xx status', briefly(exchange), exchange)];
  }
  const parsed = json(exchange);
  if ('value' in parsed) return [held(), observed(`${status} ${shapeOf(parsed.value)}`)];
  if (body.size === 0) return [held(), observed(`${status} without content`)];
  return [unanswered(`the body is no JSON (${parsed.error}): http/json-media-type`)];
}
