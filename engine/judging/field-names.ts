import type { Bound } from '../catalogue/bound.ts';
import type { Ask, Judgement } from '../catalogue/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { briefly, isServed, unanswered, violated } from './answer.ts';

/** The name as other clients write it: in small letters as those of Node, or each word with a capital as those of Go and Java. */
export function otherCase(name: string): string {
  const small = name.toLowerCase();
  return name === small ? small.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()) : small;
}

const asSpecified = ['Authorization', 'x-user-id'];

/** Whether the credentials and the user stand under names as the specification spells them. */
export function isSpelledAsUsual({ headers }: Request): boolean {
  return headers.every(([name]) => asSpecified.includes(name) || !/^(authorization|x-user-id)$/i.test(name));
}

/**
 * The well-formed request with its field names in other letters (RFC 9110 section 5.1: they are the same names). A refusal
 * counts where it comes twice, each time between requests that are accepted.
 */
export async function judgeFieldNames({ wellFormed }: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const request = wellFormed();
  const headers = request.headers.map(([name, value]) => [otherCase(name), value] as const);
  const first = await ask('names-in-other-case', { ...request, headers });
  if (!isUnderstood(first) || isServed(first)) return [];
  const before = await ask('names-control', request);
  const again = await ask('names-again', { ...request, headers });
  const after = await ask('names-control-after', request);
  if (!isServed(before) || !isServed(after)) return [];
  if (!isUnderstood(again) || isServed(again)) {
    return [unanswered(`refused once with field names in other letters: ${briefly(first)}`)];
  }
  const expected = `the answer that the usual spelling gets: ${briefly(before)}`;
  return [violated('field names are compared with case', expected, briefly(again), again)];
}

/** Accepted, or refused as a request without credentials or without a user is; anything else says something else. */
function isUnderstood(exchange: Exchange): boolean {
  return isAnswered(exchange) && ([400, 401, 403].includes(exchange.answer.status) || isServed(exchange));
}
