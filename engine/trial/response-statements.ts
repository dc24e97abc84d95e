import { type Exchange, isAnswered } from '../exchange/index.ts';
import { isLoadShedding, isRefusal, isServerError, json } from '../judging/answer.ts';
import { isLarge } from '../schema/json-value.ts';
import type { Said } from './observe.ts';
import { elementsIn, isMoment, mostValues, ordersIn, placeOf, statementsOf } from './statements.ts';

/**
 * The statements of a response with its status, without times near it. A body that is not JSON,
 * too deep or too long is one statement. Undefined for a refusal or a failure. `isOrdered`: the
 * order of lists counts. `noise`: places that are left out.
 */
export function readWithStatus(
  exchange: Exchange,
  { isOrdered, noise }: { isOrdered: boolean; noise: ReadonlySet<string> | undefined },
): Said | undefined {
  if (!isAnswered(exchange) || isLoadShedding(exchange)) return undefined;
  if (isRefusal(exchange) || isServerError(exchange)) return undefined;
  const { status, body } = exchange.answer;
  const parsed = json(exchange);
  const value =
    'value' in parsed && !isLarge(parsed.value, mostValues) ? parsed.value : (body.text ?? '');
  const said = [
    ...statementsOf(value),
    ...elementsIn(value),
    ...(isOrdered ? ordersIn(value) : []),
  ];
  const lasting = said.filter(
    (one) => !isMoment(one, exchange.endedAt) && !noise?.has(placeOf(one)),
  );
  return { exchange, says: new Set([`status\n${status}`, ...lasting]) };
}
