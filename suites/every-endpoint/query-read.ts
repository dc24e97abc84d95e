import type { Answered, Exchange, Statements } from '../../engine/index.ts';
import {
  elementsIn,
  isAnswered,
  isLarge,
  isLoadShedding,
  isMoment,
  isRefusal,
  isServerError,
  json,
  ordersIn,
  placeOf,
  statementsOf,
  valueText,
} from '../../engine/index.ts';
import { mostValues } from './user-data-read.ts';

/**
 * Returns what a response says, its status included, and for the guides the order. A body that is no JSON, too deep or
 * too long says one thing as a whole. What it says at places of `noise` is left out. Undefined if it is a refusal or a
 * failure.
 */
export function readWithStatus(
  exchange: Exchange,
  noise: ReadonlySet<string> = new Set(),
): { readonly exchange: Answered; readonly says: Statements } | undefined {
  if (!isAnswered(exchange) || isLoadShedding(exchange)) return undefined;
  if (isRefusal(exchange) || isServerError(exchange)) return undefined;
  const { status, body } = exchange.answer;
  const parsed = json(exchange);
  const value = 'value' in parsed && !isLarge(parsed.value, mostValues) ? parsed.value : (body.text ?? '');
  const isOrdered = valueText(exchange.request.path).includes('/learning-guides');
  const said = [...statementsOf(value), ...elementsIn(value), ...(isOrdered ? ordersIn(value) : [])];
  const lasting = said.filter((one) => !isMoment(one, exchange.endedAt) && !noise.has(placeOf(one)));
  return { exchange, says: new Set([`status\n${status}`, ...lasting]) };
}
