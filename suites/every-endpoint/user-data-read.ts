import type { Answered, Arm, Exchange, Request, Said } from '../../engine/index.ts';
import {
  forSecond,
  fromTarget,
  isAnswered,
  isLarge,
  isSuccess,
  json,
  mostValues,
  ofWords,
  placeOf,
  type Sentence,
  say,
  shownBy,
  statementsOf,
  summary,
} from '../../engine/index.ts';

/** The test users by arm. */
export const users = ['first', 'second'] as const;

/** Returns the arms of a trial of two users, which differ only in x-user-id. */
export const armsOfUsers = (request: Request) =>
  [
    { name: users[0], request },
    { name: users[1], request: forSecond(request) },
  ] as const;

/** Returns what a response says. Undefined if it is no success, or cannot be compared. */
export function readUserData(exchange: Exchange): Said | undefined {
  if (!isAnswered(exchange) || !isSuccess(exchange)) return undefined;
  const body = contentOf(exchange);
  if (!('value' in body) || isLarge(body.value, mostValues)) return undefined;
  return { exchange, says: statementsOf(body.value) };
}

/** Null if there is no content, as for an account that contains nothing. */
const contentOf = (exchange: Answered): ReturnType<typeof json> =>
  exchange.answer.body.size === 0 ? { value: null } : json(exchange);

/** The place and the value of a statement, as facts. Of a long value, only a digest is known. */
export function saidAt(statement: string) {
  const value = shownBy(statement);
  const isDigest = /^"?[\w-]{43}"?$/.test(value);
  return {
    place: fromTarget(placeOf(statement)),
    value: isDigest ? undefined : fromTarget(value),
  };
}

/** Says why the response to a user cannot be compared. */
export function whyUnread(name: string, arm: Arm, exchange: Exchange): Sentence {
  const body = isAnswered(exchange) && isSuccess(exchange) ? json(exchange) : undefined;
  const isLong = body && ('unread' in body || ('value' in body && isLarge(body.value, mostValues)));
  const what = isLong ? say`the response is too deep or too long to compare` : summary(exchange);
  return say`${name} for the ${ofWords(users[arm] ?? '')} user: ${what}`;
}
