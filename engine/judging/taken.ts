import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import { disguisedError, isLoadShedding, isRefusal, isSuccess } from './answer.ts';

/** `unclear`: no response, a 3xx, a 5xx or load shedding. */
export type Taken = 'accepted' | 'refused' | 'unclear';

/** An ApiError with a success status is a refusal. */
export function takenBy(exchange: Exchange): Taken {
  if (!isAnswered(exchange) || isLoadShedding(exchange)) return 'unclear';
  if (disguisedError(exchange) !== undefined) return 'refused';
  if (isSuccess(exchange)) return 'accepted';
  return isRefusal(exchange) ? 'refused' : 'unclear';
}

/** A 202: the request is carried out later, if at all (RFC 9110 section 15.3.3). */
export const isPromised = (exchange: Exchange): boolean =>
  isAnswered(exchange) && exchange.answer.status === 202;
