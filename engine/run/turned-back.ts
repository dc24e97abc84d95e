import type { Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { header, isRefusal, isSuccess } from '../judging/answer.ts';

/**
 * Whether an answer to the well-formed request for that path shows nothing of the API behind it: a refusal, a redirect to
 * another place, a page. Where all answers are such ones, what the operator named may not be what was meant: a user, an
 * audience, an address that has moved, or that is somebody else's.
 */
export function isTurnedBack(exchange: Exchange, path: string): boolean {
  if (!isAnswered(exchange)) return false;
  return isRefusal(exchange) || movedTo(exchange, path) !== undefined || isPage(exchange);
}

/**
 * Where a redirect leads; undefined where it is none, or leads to the same path spelled otherwise: no other {base_url}
 * saves that detour (RFC 9110 section 15.4).
 */
export function movedTo(exchange: Exchange, path: string): string | undefined {
  if (!isAnswered(exchange) || ![301, 302, 303, 307, 308].includes(exchange.answer.status)) return undefined;
  const location = header(exchange, 'location');
  return location === undefined || isRespelled(location, path) ? undefined : location;
}

function isRespelled(location: string, path: string): boolean {
  const target = location.replace(/[?#].*$/, '');
  return !target.endsWith(path) && plain(target).endsWith(plain(path));
}

const plain = (path: string) => path.toLowerCase().replace(/\/+$/, '');

/** Whether the answer is a page for people, as a portal has one for whatever path. */
export function isPage(exchange: Exchange): boolean {
  return isAnswered(exchange) && isSuccess(exchange) && /^\s*<(?:!doctype html|html)\b/i.test(textOf(exchange));
}

const textOf = (exchange: Exchange) => (isAnswered(exchange) ? (exchange.answer.body.text ?? '') : '');
