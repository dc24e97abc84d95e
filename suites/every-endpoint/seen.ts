import { type Answered, type Exchange, isAnswered, isLarge, isSuccess, type Json, json } from '../../engine/index.ts';
import { type Leaves, leavesOf } from './own-answers.ts';

export type User = 'first' | 'second';

/** Values of an answer: many are held to be compared. */
const mostValues = 20_000;
export interface Seen {
  readonly user: User;
  readonly exchange: Answered;
  readonly body: Json;
  readonly leaves: Leaves;
}

/** Returns the response in the form that is compared. Undefined if it is no success, or cannot be compared. */
export function readAnswer(exchange: Exchange, user: User): Seen | undefined {
  if (!isAnswered(exchange) || !isSuccess(exchange)) return undefined;
  const body = contentRead(exchange);
  if ('value' in body && isLarge(body.value, mostValues)) return undefined;
  return 'value' in body ? { user, exchange, body: body.value, leaves: leavesOf(body.value) } : undefined;
}

/** The content, null where there is none: so an account may be answered that holds nothing. */
function contentRead(exchange: Answered): ReturnType<typeof json> {
  return exchange.answer.body.size === 0 ? { value: null } : json(exchange);
}
