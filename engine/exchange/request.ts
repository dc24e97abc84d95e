import { concat, pieces, symbol, type Value, valueText } from './value.ts';

export type HeaderField = readonly [name: string, value: Value];

/** A request before the wire. `path` is relative to the base URL of `origin`, starts with `/` or is empty, and holds the query. */
export interface Request {
  readonly origin: 'api' | 'token' | 'jwks';
  readonly method: string;
  readonly path: Value;
  readonly headers: readonly HeaderField[];
  readonly body?: Value;
  /** `raw` is written to a socket byte for byte, for what an HTTP client refuses to send. */
  readonly wire: 'http' | 'raw';
  /** The access token of a successful answer becomes known under this symbol, and its client's earlier one is forgotten. */
  readonly yields?: string;
  /** The cookies that the answer sets become known under this symbol. */
  readonly keeps?: string;
  /**
   * Requests with one name share a connection of their own, one after the other, for as long as the target keeps it open and
   * no second passes between them. Absent: any connection of the run.
   */
  readonly connection?: string;
}

/** A copy with the header replaced, in all its lines by one, or added at the end. */
export function withHeader(request: Request, name: string, value: Value): Request {
  const at = request.headers.findIndex(([field]) => field.toLowerCase() === name.toLowerCase());
  if (at < 0) return { ...request, headers: [...request.headers, [name, value]] };
  const field = request.headers[at]?.[0] ?? name;
  const others = request.headers.map((line, nth) => (nth === at ? ([field, value] as const) : line));
  return {
    ...request,
    headers: others.filter(([other], nth) => nth === at || other.toLowerCase() !== name.toLowerCase()),
  };
}

/** A copy without the header. */
export function withoutHeader(request: Request, name: string): Request {
  return { ...request, headers: request.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase()) };
}

/** A copy with `name=value` added to the query; the value is percent-encoded on the wire, the name is taken as it is. */
export function withQuery(request: Request, name: string, value: Value): Request {
  const separator = valueText(request.path).includes('?') ? '&' : '?';
  const encoded = pieces(value).map((piece) => {
    if (typeof piece === 'string') return encodeURIComponent(Buffer.from(piece).toString());
    if (piece instanceof Uint8Array) return [...piece].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return symbol(piece.symbol, piece.forge ? `${piece.forge},url` : 'url');
  });
  return { ...request, path: concat(request.path, `${separator}${name}=`, encoded) };
}

/** A copy with another body; `undefined` takes it away. */
export function withBody(request: Request, body: Value | undefined): Request {
  const { body: _former, ...rest } = request;
  return body === undefined ? rest : { ...rest, body };
}

/** The request as one text without secrets, equal for equal requests: what two runs of a seed have in common. */
export function requestText(request: Request): string {
  const lines = [`${request.origin} ${request.wire} ${request.method} ${valueText(request.path)}`];
  for (const [name, value] of request.headers) lines.push(`${name}: ${valueText(value)}`);
  if (request.body !== undefined) lines.push('', valueText(request.body));
  return lines.join('\n');
}
