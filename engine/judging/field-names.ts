import type { Bound } from '../catalogue/bound.ts';
import type { Ask, Judgement } from '../catalogue/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { briefly, disguisedError, isSuccess, unanswered, violated } from './answer.ts';

/** As the clients of Go and Java write one name, and those of Node the other. */
const otherSpellings: Readonly<Record<string, string>> = {
  Authorization: 'authorization',
  'x-user-id': 'X-User-Id',
  Accept: 'accept',
};

/** Whether the credentials and the user stand under names as the specification spells them. */
export function isSpelledAsUsual({ headers }: Request): boolean {
  return headers.every(([name]) => Object.hasOwn(otherSpellings, name) || !/^(authorization|x-user-id)$/i.test(name));
}

/**
 * The well-formed request with its field names in other letters (RFC 9110 section 5.1: they are the same names). A refusal
 * counts where it comes twice, each time between requests that are accepted.
 */
export async function judgeFieldNames({ wellFormed }: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const request = wellFormed();
  const headers = request.headers.map(([name, value]) => [otherSpellings[name] ?? name, value] as const);
  const first = await ask('names-in-other-case', { ...request, headers });
  if (!isUnderstood(first) || isAccepted(first)) return [];
  const before = await ask('names-control', request);
  const again = await ask('names-again', { ...request, headers });
  const after = await ask('names-control-after', request);
  if (!isAccepted(before) || !isAccepted(after)) return [];
  if (!isUnderstood(again) || isAccepted(again)) {
    return [unanswered(`refused once with field names in other letters: ${briefly(first)}`)];
  }
  const expected = `the answer that the usual spelling gets: ${briefly(before)}`;
  return [violated('field names are compared with case', expected, briefly(again), again)];
}

function isAccepted(exchange: Exchange): boolean {
  return isAnswered(exchange) && isSuccess(exchange) && disguisedError(exchange) === undefined;
}

/** Accepted, or refused as a request without credentials or without a user is; anything else says something else. */
function isUnderstood(exchange: Exchange): boolean {
  return isAnswered(exchange) && (isAccepted(exchange) || [400, 401, 403].includes(exchange.answer.status));
}
