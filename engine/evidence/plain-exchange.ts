import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { pieces, type Value } from '../exchange/value.ts';

const methods: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH'],
]);

/** Why HAR cannot describe an exchange truthfully, without strings from the target. */
export function whyNotPlain(exchange: Exchange): string | undefined {
  const { request } = exchange;
  if (!isAnswered(exchange)) return 'no response';
  const { status } = exchange.answer;
  if (status < 200 || status > 599) return 'a status that HTTP does not define';
  if (request.origin === 'listener') return 'a request to the harness itself';
  if (!methods.has(request.method)) return 'a method that HTTP does not define';
  if (request.wire === 'raw' || hasBytes(request)) return 'a request whose bytes HAR cannot show';
  return isUrl(request.path) ? undefined : 'a request target that is no URL';
}

function hasBytes({ path, headers, body = '' }: Request): boolean {
  const values = [path, ...headers.map(([, value]) => value), body];
  return values.some((value) => pieces(value).some((piece) => piece instanceof Uint8Array));
}

function isUrl(path: Value): boolean {
  const text = pieces(path).map((piece) => (typeof piece === 'string' ? piece : 'x'));
  return asUri(text.join('')) === text.join('');
}

/** Escapes a path for a URI (RFC 3986 section 3.3), which HAR requires. */
export function asUri(text: string): string {
  if (/^[\w.~:/?@!$&'()*+,;=-]*$/.test(text)) return text;
  return text
    .replace(/[^\w.~:/?@!$&'()*+,;=%-]+/g, (other) =>
      encodeURIComponent(Buffer.from(other).toString()),
    )
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
}
