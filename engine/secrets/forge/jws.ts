import { parsedJson } from '../../schema/json-value.ts';

/** The inputs of a forgery besides the token. */
export interface ForgeMaterial {
  /** The public key that verifies the scoped token, as in the key set. */
  readonly publicKey?: Readonly<Record<string, unknown>>;
  /** The listener's URL as the target reaches it, without a slash at the end. */
  readonly listenerUrl?: string;
  /** Returns the value of another symbol. */
  readonly known?: (symbol: string) => string | undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A compact JWS (RFC 7515 section 7.1), with its parts encoded and decoded. */
export interface Jws {
  readonly parts: readonly [header: string, payload: string, signature: string];
  readonly header: JsonObject;
  readonly claims: JsonObject;
  readonly signature: Buffer;
}

/** One way to make another token from a JWS; undefined if it does not apply. */
export type Forgery = (
  jws: Jws,
  args: readonly string[],
  material: ForgeMaterial,
) => string | undefined;

/** Reads the token as a JWS, whose signature may be empty; undefined if it is none. */
export function readJws(token: string): Jws | undefined {
  const [first, second, third, ...more] = token.split('.');
  if (first === undefined || second === undefined || third === undefined || more.length > 0)
    return undefined;
  const header = readPart(first);
  const claims = readPart(second);
  if (typeof header?.['alg'] !== 'string' || !claims) return undefined;
  return {
    parts: [first, second, third],
    header,
    claims,
    signature: Buffer.from(third, 'base64url'),
  };
}

/** Reads a header or payload as a JSON object; undefined if it is none. */
export function readPart(part: string): JsonObject | undefined {
  const value = parsedJson(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** Encodes a header or payload as a part of a compact JWS. */
export const writePart = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a certificate in base64 as PEM (RFC 7468 section 5), without a line break at the end. */
export function certificatePem(der: string): string {
  return `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----`;
}

/**
 * Returns the token with other bytes as its signature. Header and payload stay the genuine ones.
 */
export function withSignature({ parts }: Jws, signature: Buffer): string {
  return `${parts[0]}.${parts[1]}.${signature.toString('base64url')}`;
}

/**
 * Reports whether both tokens decode to the same bytes for a decoder as lenient as Node's Buffer.
 */
export function decodesAlike(left: string, right: string): boolean {
  const [mine, theirs] = [left.split('.'), right.split('.')];
  if (mine.length !== theirs.length) return false;
  return mine.every((part, at) =>
    Buffer.from(part, 'base64url').equals(Buffer.from(theirs[at] ?? '', 'base64url')),
  );
}
