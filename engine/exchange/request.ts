import { concat, pieces, symbol, type Value, valueText } from './value.ts';

/** Why some monitors do not judge the response. Not in evidence or results. */
export type Purpose =
  /** Counts or shrinks a violation. No monitor sees it. */
  | 'repeat'
  | 'own'
  /** Its path or method need not exist, so a gateway may respond. */
  | 'off-route'
  /** Its body or media type need not be accepted, and a response may repeat it. */
  | 'odd-body'
  | 'served-before'
  /** Got a 5xx that did not recur. Only monitors with `hearsCleared` see it. */
  | 'cleared'
  /** Finds out whether a firewall still refuses this client, while all others wait. */
  | 'knock'
  /** Measures a slow target: several times the time limit, and no retry. */
  | 'patient'
  /** Restores the test users' data, even after the run was stopped. */
  | 'restore';

/** Sent in this spelling. Lines with the same name stay separate. */
export type HeaderField = readonly [name: string, value: Value];

/** Symbolic. `path` is empty or starts with `/`, and is relative to the URL of `origin`. */
export type Request = Readonly<{
  origin: 'api' | 'token' | 'jwks' | 'listener';
  method: string;
  path: Value;
  headers: readonly HeaderField[];
  body?: Value;
  wire: 'http' | 'raw';
  /** The symbol for the access token of a successful response. */
  yields?: string;
  keeps?: string;
  /**
   * Requests with the same name share a connection. It is renewed if the target closes it, or after
   * a second without requests. Absent: any connection.
   */
  connection?: string;
  purpose?: Purpose;
}>;

export type Fields<V = string> = readonly (readonly [name: string, value: V])[];

export function fieldValues<V>(fields: Fields<V>, name: string) {
  const wanted = name.toLowerCase();
  const values: V[] = [];
  for (const [field, value] of fields)
    if (field.length === wanted.length && field.toLowerCase() === wanted) values.push(value);
  return values;
}

/** One line in place of all lines of that name, or at the end if there was none. */
export function withHeader(request: Request, name: string, value: Value): Request {
  const isNamed = ([field]: HeaderField) => field.toLowerCase() === name.toLowerCase();
  const at = request.headers.findIndex(isNamed);
  if (at < 0) return { ...request, headers: [...request.headers, [name, value]] };
  const kept = request.headers.filter((line, nth) => nth === at || !isNamed(line));
  return { ...request, headers: kept.map((line) => (isNamed(line) ? [line[0], value] : line)) };
}

export const withoutHeader = (request: Request, name: string): Request => ({
  ...request,
  headers: request.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase()),
});

export const withToken = (request: Request, token: Value): Request =>
  withHeader(request, 'Authorization', concat('Bearer ', token));

export const withUser = (request: Request, id: Value): Request =>
  withHeader(request, 'x-user-id', id);

/** The value is percent-encoded on the wire, the name is not. */
export function withQuery(request: Request, name: string, value: Value): Request {
  const separator = valueText(request.path).includes('?') ? '&' : '?';
  const encoded = pieces(value).map((piece) => {
    if (typeof piece === 'string') return encodeURIComponent(Buffer.from(piece).toString());
    if (piece instanceof Uint8Array)
      return [...piece].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return symbol(piece.symbol, piece.forge ? `${piece.forge},url` : 'url');
  });
  return { ...request, path: concat(request.path, `${separator}${name}=`, encoded) };
}

export function withBody(request: Request, body: Value | undefined): Request {
  const { body: _former, ...rest } = request;
  return body === undefined ? rest : { ...rest, body };
}

/** Without secrets, and equal for two runs with the same seed. */
export function requestText(request: Request) {
  const lines = [`${request.origin} ${request.wire} ${request.method} ${valueText(request.path)}`];
  for (const [name, value] of request.headers) lines.push(`${name}: ${valueText(value)}`);
  if (request.body !== undefined) lines.push('', valueText(request.body));
  return lines.join('\n');
}

export const isRead = ({ method, wire }: Request) => method === 'GET' && wire === 'http';
