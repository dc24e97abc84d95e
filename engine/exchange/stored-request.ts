import type { HeaderField, Request } from './request.ts';
import { type Piece, pieces, type Value } from './value.ts';

type StoredPiece =
  | string
  | { readonly base64: string }
  | { readonly symbol: string; readonly forge?: string };
type StoredValue = StoredPiece | readonly StoredPiece[];

type Names = Pick<Request, 'yields' | 'keeps' | 'connection'>;

/** Plain JSON, with bytes as base64. */
export interface StoredRequest extends Pick<Request, 'origin' | 'method'>, Names {
  readonly path: StoredValue;
  readonly headers: readonly (readonly [string, StoredValue])[];
  readonly body?: StoredValue;
  readonly wire?: 'raw';
}

/** Omits `purpose`, which a replay declares again. */
export function storeRequest(request: Request): StoredRequest {
  const { origin, method, path, headers, body, wire } = request;
  return {
    origin,
    method,
    path: storeValue(path),
    headers: headers.map(([name, value]) => [name, storeValue(value)]),
    ...(body === undefined ? {} : { body: storeValue(body) }),
    ...(wire === 'raw' ? { wire } : {}),
    ...namesIn(request),
  };
}

function storeValue(value: Value): StoredValue {
  const stored = pieces(value).map(
    (piece): StoredPiece =>
      piece instanceof Uint8Array ? { base64: Buffer.from(piece).toString('base64') } : piece,
  );
  return stored.length === 1 && stored[0] !== undefined ? stored[0] : stored;
}

export function loadRequest(stored: StoredRequest): Request {
  return {
    origin: stored.origin,
    method: stored.method,
    path: loadValue(stored.path),
    headers: stored.headers.map(([name, value]): HeaderField => [name, loadValue(value)]),
    ...(stored.body === undefined ? {} : { body: loadValue(stored.body) }),
    wire: stored.wire ?? 'http',
    ...namesIn(stored),
  };
}

function namesIn(request: Names): Names {
  const names = ['yields', 'keeps', 'connection'] as const;
  return Object.fromEntries(
    names.filter((one) => request[one] !== undefined).map((one) => [one, request[one]]),
  );
}

function loadValue(stored: StoredValue): Value {
  const load = (piece: StoredPiece): Piece =>
    typeof piece === 'object' && 'base64' in piece
      ? new Uint8Array(Buffer.from(piece.base64, 'base64'))
      : piece;
  return Array.isArray(stored) ? stored.map(load) : load(stored as StoredPiece);
}
