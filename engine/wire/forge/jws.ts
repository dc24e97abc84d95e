/** What forging needs to know of the target besides the token. */
export interface ForgeMaterial {
  /** The public key that verifies the scoped token, as the key set has it. */
  readonly publicKey?: Readonly<Record<string, unknown>>;
  /** What another symbol stands for. */
  readonly known?: (symbol: string) => string | undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A compact JWS (RFC 7515 section 7.1), its parts as they stand and as they read. */
export interface Jws {
  readonly parts: readonly [header: string, payload: string, signature: string];
  readonly header: JsonObject;
  readonly claims: JsonObject;
  readonly signature: Buffer;
}

/** One way to make another token of a JWS; undefined where it does not apply. */
export type Forgery = (jws: Jws, args: readonly string[], material: ForgeMaterial) => string | undefined;

/** The token as a JWS, also one whose signature is empty; undefined where it is none. */
export function readJws(token: string): Jws | undefined {
  const [first, second, third, ...more] = token.split('.');
  if (first === undefined || second === undefined || third === undefined || more.length > 0) return undefined;
  const header = readPart(first);
  const claims = readPart(second);
  if (typeof header?.['alg'] !== 'string' || !claims) return undefined;
  return { parts: [first, second, third], header, claims, signature: Buffer.from(third, 'base64url') };
}

function readPart(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** A header or payload as the part of a compact JWS. */
export function writePart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Header and payload as they stand, with another signature. */
export function withSignature({ parts }: Jws, signature: Buffer): string {
  return `${parts[0]}.${parts[1]}.${signature.toString('base64url')}`;
}

/** Whether both decode to the same bytes also where base64url is read as leniently as Node's Buffer does. */
export function decodesAlike(left: string, right: string): boolean {
  const [mine, theirs] = [left.split('.'), right.split('.')];
  if (mine.length !== theirs.length) return false;
  return mine.every((part, at) => Buffer.from(part, 'base64url').equals(Buffer.from(theirs[at] ?? '', 'base64url')));
}
