import type { Fields, Request } from './request.ts';
import { type Piece, pieces, type Value } from './value.ts';

type StoredPiece =
  | string
  | { readonly base64: string }
  | Readonly<{ symbol: string; forge?: string }>;
type StoredValue = StoredPiece | readonly StoredPiece[];

type Parts<V> = Omit<Request, 'path' | 'headers' | 'body' | 'wire' | 'purpose'> &
  Readonly<{
    path: V;
    headers: Fields<V>;
    body?: V;
  }>;

export type StoredRequest = Parts<StoredValue> &
  Readonly<{
    wire?: 'raw';
  }>;

/** Omits `purpose`, which a replay declares again. */
export const storeRequest = ({ wire, purpose: _purpose, ...parts }: Request): StoredRequest => ({
  ...rewritten(parts, storeValue),
  ...(wire === 'raw' && { wire }),
});

function storeValue(value: Value) {
  const stored = pieces(value).map((piece) =>
    piece instanceof Uint8Array ? { base64: Buffer.from(piece).toString('base64') } : piece,
  );
  return stored.length === 1 && stored[0] !== undefined ? stored[0] : stored;
}

export const loadRequest = ({ wire, ...parts }: StoredRequest): Request => ({
  ...rewritten(parts, loadValue),
  wire: wire ?? 'http',
});

const rewritten = <V, W>({ path, headers, body, ...rest }: Parts<V>, change: (value: V) => W) => ({
  ...rest,
  path: change(path),
  headers: headers.map(([name, value]) => [name, change(value)] as const),
  ...(body !== undefined && { body: change(body) }),
});

function loadValue(stored: StoredValue) {
  const load = (piece: StoredPiece): Piece =>
    typeof piece === 'object' && 'base64' in piece
      ? new Uint8Array(Buffer.from(piece.base64, 'base64'))
      : piece;
  return Array.isArray(stored) ? stored.map(load) : load(stored as StoredPiece);
}
