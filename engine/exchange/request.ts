import { concat, pieces, symbol, type Value, valueText } from './value.ts';

/**
 * Why some monitors do not judge the response to a request. Evidence and results do not contain it:
 * a replay declares its requests again, and a request that a result contains was judged by the
 * monitor that reports it.
 */
export type Purpose =
  /** Repeats a judged request, to count or shrink a violation. No monitor sees it. */
  | 'repeat'
  /**
   * Its own requirement judges the response completely. Monitors of other requirements do not see
   * it.
   */
  | 'own'
  /** Requests a path or method that need not exist, so that a gateway may respond. */
  | 'off-route'
  /** Has a body or media type that need not be accepted, and that a response may repeat. */
  | 'odd-body'
  /** Follows a success for the same user, so that a refusal counts too. */
  | 'served-before'
  /** Got a 5xx that did not recur. Only monitors with `hearsCleared` see it. */
  | 'cleared'
  /**
   * Finds out whether a firewall still refuses this client. It is sent although all other requests
   * wait.
   */
  | 'knock'
  /**
   * Measures how long a slow target takes. It gets several times the time limit, and is not
   * retried.
   */
  | 'patient'
  /** Restores the test users' data. It is sent even after the run was stopped. */
  | 'restore';

/**
 * A header line. Its name is sent as it is spelled here. Lines with the same name stay separate.
 */
export type HeaderField = readonly [name: string, value: Value];

/**
 * A request in symbolic form. `path` is empty or starts with `/`, and is relative to the URL of
 * `origin`.
 */
export interface Request {
  readonly origin: 'api' | 'token' | 'jwks' | 'listener';
  readonly method: string;
  readonly path: Value;
  readonly headers: readonly HeaderField[];
  readonly body?: Value;
  /**
   * `raw` requests are written to a socket byte by byte, because an HTTP client refuses to send
   * them.
   */
  readonly wire: 'http' | 'raw';
  /**
   * The symbol that stores the access token of a successful response. It replaces the client's
   * earlier token.
   */
  readonly yields?: string;
  /** The symbol that stores the cookies that the response sets. */
  readonly keeps?: string;
  /**
   * Requests with the same name are sent over the same connection, one after the other. A new one
   * is opened if the target closes it, or after a second without requests. Absent: any connection
   * of the run.
   */
  readonly connection?: string;
  /** Absent: every monitor judges the response. */
  readonly purpose?: Purpose;
}

/** A copy with the header set: one line in place of all its lines, or at the end if it had none. */
export function withHeader(request: Request, name: string, value: Value): Request {
  const isNamed = ([field]: HeaderField) => field.toLowerCase() === name.toLowerCase();
  const at = request.headers.findIndex(isNamed);
  if (at < 0) return { ...request, headers: [...request.headers, [name, value]] };
  const kept = request.headers.filter((line, nth) => nth === at || !isNamed(line));
  return { ...request, headers: kept.map((line) => (isNamed(line) ? [line[0], value] : line)) };
}

/** A copy without any line of that header. The case of the name does not matter. */
export function withoutHeader(request: Request, name: string): Request {
  return {
    ...request,
    headers: request.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase()),
  };
}

/**
 * A copy whose only credentials are `Bearer` and that token (RFC 6750 section 2.1), which may be
 * malformed.
 */
export function withToken(request: Request, token: Value): Request {
  return withHeader(request, 'Authorization', concat('Bearer ', token));
}

/** A copy with that value as x-user-id. It need not be an id. */
export const withUser = (request: Request, id: Value): Request =>
  withHeader(request, 'x-user-id', id);

/**
 * A copy with `name=value` added to the query. The value is percent-encoded on the wire, the name
 * is not.
 */
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

/** A copy with another body, or without body for `undefined`. */
export function withBody(request: Request, body: Value | undefined): Request {
  const { body: _former, ...rest } = request;
  return body === undefined ? rest : { ...rest, body };
}

/**
 * Writes a request as a string without secrets. Two runs with the same seed send requests with
 * equal strings.
 */
export function requestText(request: Request): string {
  const lines = [`${request.origin} ${request.wire} ${request.method} ${valueText(request.path)}`];
  for (const [name, value] of request.headers) lines.push(`${name}: ${valueText(value)}`);
  if (request.body !== undefined) lines.push('', valueText(request.body));
  return lines.join('\n');
}

/** Whether an HTTP client sends the request and it only reads. */
export const isRead = ({ method, wire }: Request): boolean => method === 'GET' && wire === 'http';
