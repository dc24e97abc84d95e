import type { Network } from '../config/config.ts';
import {
  type Fields,
  fieldValues,
  type Lost,
  type LostWhy,
  type Piece,
  pieces,
  type Request,
  type Symbolic,
  type Value,
  valueText,
  type WireForm,
} from '../exchange/index.ts';
import { type ForgeMaterial, forge, type Vault } from '../secrets/index.ts';
import type { TraceContext } from './trace-context.ts';

/** Every symbol replaced: contains secrets. Exists only from here to the socket. */
export type WireRequest = Readonly<{
  method: string;
  path: string;
  headers: Fields<Buffer>;
  body: Buffer | undefined;
}>;

class Unresolved extends Error {
  readonly lost: LostWhy;
  constructor(lost: LostWhy, detail: string) {
    super(detail);
    this.lost = lost;
  }
}

/** `Lost`: a missing credential, or a forgery that alters nothing. */
export async function resolve(
  request: Request,
  vault: Vault,
  material: ForgeMaterial,
): Promise<WireRequest | Lost> {
  try {
    const headers: [string, Buffer][] = [];
    for (const [name, value] of request.headers) {
      const unfit = pieces(value).find((piece) => isUnfit(piece, vault));
      if (unfit)
        throw new Unresolved('no-credential', `${valueText(unfit)} cannot be sent in a header`);
      headers.push([name, await bytesOf(value, vault, material)]);
    }
    return {
      method: request.method,
      path: (await bytesOf(request.path, vault, material, encodeURIComponent)).toString('latin1'),
      headers,
      body: request.body === undefined ? undefined : await bytesOf(request.body, vault, material),
    };
  } catch (error) {
    if (error instanceof Unresolved) return { lost: error.lost, detail: error.message };
    throw error;
  }
}

function isUnfit(piece: Piece, vault: Vault) {
  if (typeof piece !== 'object' || !('symbol' in piece)) return false;
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(vault.get(piece.symbol) ?? '');
}

/** A symbol's value may come from the target, so `coding` encodes it. */
async function bytesOf(
  value: Value,
  vault: Vault,
  material: ForgeMaterial,
  coding: (text: string) => string = (text) => text,
) {
  const parts: Buffer[] = [];
  for (const piece of pieces(value)) {
    if (typeof piece === 'string') parts.push(Buffer.from(piece, 'utf8'));
    else if (piece instanceof Uint8Array) parts.push(Buffer.from(piece));
    else
      parts.push(
        Buffer.from(coding((await textOf(piece, vault, material)).toWellFormed()), 'utf8'),
      );
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

async function textOf(piece: Symbolic, vault: Vault, material: ForgeMaterial) {
  const text = vault.get(piece.symbol);
  if (text === undefined) throw new Unresolved('no-credential', `the run has no ${piece.symbol}`);
  if (piece.forge === undefined) return text;
  const forged = await forge(text, piece.forge, { ...material, known: (name) => vault.get(name) });
  if (forged === undefined)
    throw new Unresolved('withheld', `${piece.forge} cannot be applied to this ${piece.symbol}`);
  return forged;
}

export const wireForm = (request: WireRequest, vault: Vault): WireForm => ({
  path: request.path,
  header: (name) => {
    const lines = fieldValues(request.headers, name).map((value) =>
      value.toString('latin1').replace(/^[ \t]+|[ \t]+$/g, ''),
    );
    return lines.length === 0 ? undefined : lines.join(', ');
  },
  body: request.body?.toString('latin1'),
  resolved: (symbol) => vault.get(symbol),
});

export type Ambient = Readonly<{
  name: string;
  value: string;
  shown: string;
}>;

export type Outgoing = Readonly<{
  wire: WireRequest;
  shown: Fields;
}>;

export function ambientHeaders(
  { headers }: Network,
  runId: string,
  version: string,
): readonly Ambient[] {
  const userAgent = `m2m-conformance/${version} (run ${runId})`;
  return [
    { name: 'User-Agent', value: userAgent, shown: userAgent },
    { name: 'Accept-Encoding', value: 'identity', shown: 'identity' },
    ...Object.entries(headers).map(([name, value]) => ({
      name,
      value,
      shown: `{{gateway:${name}}}`,
    })),
  ];
}

export function outgoing(
  request: Request,
  resolved: WireRequest,
  origin: URL,
  ambient: readonly Ambient[],
  trace: TraceContext | undefined,
): Outgoing {
  const isBase = request.origin === 'api' || request.origin === 'listener';
  const base = isBase ? origin.pathname.replace(/\/+$/, '') : `${origin.pathname}${origin.search}`;
  const taken = new Set(resolved.headers.map(([name]) => name.toLowerCase()));
  const added = ambient.filter(({ name }) => !taken.has(name.toLowerCase()));
  if (trace)
    added.push({ name: 'traceparent', value: trace.traceparent, shown: trace.traceparent });
  return {
    wire: {
      ...resolved,
      path: `${base}${resolved.path}` || '/',
      headers: [
        ...resolved.headers,
        ...added.map(({ name, value }) => [name, Buffer.from(value)] as const),
      ],
    },
    shown: [
      ...request.headers.map(([name, value]) => [name, valueText(value)] as const),
      ...added.map(({ name, shown }) => [name, shown] as const),
    ],
  };
}
