import { isRecord, parsedJson } from '../../schema/json-value.ts';

export type ForgeMaterial = Readonly<{
  publicKey?: Readonly<Record<string, unknown>>;
  listenerUrl?: string;
  known?: (symbol: string) => string | undefined;
}>;

type JsonObject = Readonly<Record<string, unknown>>;

/** A compact JWS (RFC 7515 section 7.1), with its parts encoded and decoded. */
export type Jws = Readonly<{
  parts: readonly [header: string, payload: string, signature: string];
  header: JsonObject;
  claims: JsonObject;
  signature: Uint8Array;
}>;

export type Forgery = (
  jws: Jws,
  args: readonly string[],
  material: ForgeMaterial,
) => string | undefined;

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

export function readPart(part: string) {
  const value = parsedJson(Buffer.from(part, 'base64url').toString('utf8'));
  return isRecord(value) ? value : undefined;
}

export const writePart = (value: unknown) =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 7468 section 5, without a line break at the end. */
export const certificatePem = (der: string) =>
  `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----`;

export const withSignature = ({ parts }: Jws, signature: Uint8Array) =>
  `${parts[0]}.${parts[1]}.${Buffer.from(signature).toString('base64url')}`;

export function decodesAlike(left: string, right: string) {
  const [mine, theirs] = [left.split('.'), right.split('.')];
  if (mine.length !== theirs.length) return false;
  return mine.every((part, at) =>
    Buffer.from(part, 'base64url').equals(Buffer.from(theirs[at] ?? '', 'base64url')),
  );
}

/** The digest of an HMAC alg; undefined for any other. */
export const hmacDigest = ({ header }: Pick<Jws, 'header'>) =>
  /^HS(256|384|512)$/.exec(String(header['alg']))?.[1];
