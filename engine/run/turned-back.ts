import type { Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { header, isRefusal, isSuccess } from '../judging/answer.ts';

/**
 * Reports whether the response to a well-formed request may not come from the API: a refusal, a redirect to another
 * place or an HTML page. If all responses are of this kind, the configured user, audience or URL may be wrong.
 */
export function isTurnedBack(exchange: Exchange, path: string): boolean {
  if (!isAnswered(exchange)) return false;
  return isRefusal(exchange) || movedTo(exchange, path) !== undefined || isPage(exchange);
}

/**
 * Returns where a redirect leads (RFC 9110 section 15.4). Undefined if the response is no redirect. Also undefined if
 * it only changes the spelling of the path, because another {base_url} would not help.
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

/** Reports whether the response is an HTML page, such as a portal returns for every path. */
export function isPage(exchange: Exchange): boolean {
  return isAnswered(exchange) && isSuccess(exchange) && /^\s*<(?:!doctype html|html)\b/i.test(textOf(exchange));
}

const textOf = (exchange: Exchange) => (isAnswered(exchange) ? (exchange.answer.body.text ?? '') : '');
