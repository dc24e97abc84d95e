import { constants, type KeyObject, sign, verify } from 'node:crypto';
import type { Json, Req, WebModule } from './model.ts';
import { isObject, Refusal } from './model.ts';

/** DateTimeToUnix(NowUTC) */
export const now = (): number => Math.trunc(Date.now() / 1000);

/** TEncoding.UTF8.GetString, but nothing for bytes that are no UTF-8. */
export function utf8(bytes: Buffer): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** TJSONObject.ParseJSONValue as TJSONObject: nothing where it is another value or none. */
export function objectOf(text: string | undefined): Json | undefined {
  if (text === undefined) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Algorithm {
  readonly name: string;
  readonly hash: string | null;
  readonly pss?: true;
}
const rsa: readonly Algorithm[] = ['RS', 'PS'].flatMap((family) =>
  ['256', '384', '512'].map((bits) => ({
    name: family + bits,
    hash: `sha${bits}`,
    ...(family === 'PS' ? { pss: true as const } : {}),
  })),
);
const curves: Readonly<Record<string, Algorithm>> = {
  prime256v1: { name: 'ES256', hash: 'sha256' },
  secp384r1: { name: 'ES384', hash: 'sha384' },
  secp521r1: { name: 'ES512', hash: 'sha512' },
  secp256k1: { name: 'ES256K', hash: 'sha256' },
};

/** The algorithms that a key of that kind can serve, the usual one first. */
function algorithmsOf({ asymmetricKeyType: kind, asymmetricKeyDetails: details }: KeyObject): readonly Algorithm[] {
  switch (kind) {
    case 'ec':
      return [curves[details?.namedCurve ?? ''] ?? { name: 'ES256', hash: 'sha256' }];
    case 'ed25519':
    case 'ed448':
      return [{ name: 'EdDSA', hash: null }];
    case 'rsa-pss':
      return rsa.filter(({ pss }) => pss);
    default:
      return rsa;
  }
}

/** The one algorithm that this module signs with and takes: the header's own, where the key can serve it. */
function algorithm(module: WebModule): Algorithm {
  const able = algorithmsOf(module.publicKey);
  const wanted = module.tokenHeader()['alg'];
  return able.find(({ name }) => name === wanted) ?? able[0] ?? { name: 'RS256', hash: 'sha256' };
}

export const tokenHeader = (module: WebModule): Json => ({
  alg: algorithmsOf(module.publicKey)[0]?.name,
  typ: 'JWT',
  kid: module.kid,
});

const keyFor = (key: KeyObject, { pss }: Algorithm) => ({
  key,
  dsaEncoding: 'ieee-p1363' as const,
  ...(pss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {}),
});
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');

/** TJOSE.SerializeCompact */
export function jws(module: WebModule, claims: Json, header: Json = module.tokenHeader()): string {
  const one = algorithm(module);
  const signed = [header, claims].map(base64url).join('.');
  const signature = sign(one.hash, Buffer.from(signed), keyFor(module.privateKey, one));
  return `${signed}.${signature.toString('base64url')}`;
}

export const untrusted = (): Refusal => new Refusal(401, 'The access token is invalid');

/** TJOSEConsumer.Process, without the claims' own conditions, which `holds` has. */
export function verifyJws(module: WebModule, token: string): Json {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token);
  if (parts === null) {
    throw untrusted();
  }
  const [, head = '', payload = '', signature = ''] = parts;
  const bytes = (part: string): Buffer => Buffer.from(part, 'base64url');
  const one = algorithm(module);
  const header = objectOf(utf8(bytes(head)));
  if (header?.['alg'] !== one.name || Object.hasOwn(header, 'crit')) {
    throw untrusted();
  }
  if (!verify(one.hash, Buffer.from(`${head}.${payload}`), keyFor(module.publicKey, one), bytes(signature))) {
    throw untrusted();
  }
  const claims = objectOf(utf8(bytes(payload)));
  if (claims === undefined) {
    throw untrusted();
  }
  return claims;
}

/** SetExpectedIssuer, SetExpectedAudience, SetRequireExpirationTime. */
export function holds(module: WebModule, claims: Json, _req: Req): void {
  const { iss, aud, exp, nbf } = claims;
  if (iss !== module.issuer) {
    throw untrusted();
  }
  if (!(Array.isArray(aud) ? (aud as unknown[]) : [aud]).includes(module.audience)) {
    throw untrusted();
  }
  if (typeof exp !== 'number' || exp <= now()) {
    throw new Refusal(401, 'The access token has expired');
  }
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now() + 10)) {
    throw untrusted();
  }
}
