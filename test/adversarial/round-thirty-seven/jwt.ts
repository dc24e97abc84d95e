import { constants, type KeyObject, sign, verify } from 'node:crypto';
import type { Json, Program, Req } from './model.ts';
import { isObject, Refusal } from './model.ts';
import { caught, fail, once } from './prolog.ts';

/** get_time(T), N is floor(T) */
export const now = (): number => Math.floor(Date.now() / 1000);

/** Fails on bytes that are no UTF-8. */
export const utf8 = (bytes: Buffer): string | undefined =>
  caught(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));

/** atom_json_dict/3; fails where the text is no object. */
export function objectOf(text: string | undefined): Json | undefined {
  const term = text === undefined ? fail : caught<unknown>(() => JSON.parse(text));
  return isObject(term) ? term : fail;
}

/** alg(Name, KindOfKey, Curve, Hash): which key serves which algorithm, the usual one of each kind first. */
interface Alg {
  readonly name: string;
  readonly kind: string;
  readonly curve?: string;
  readonly hash: string | null;
}
const sizes = ['256', '384', '512'] as const;
const algs: readonly Alg[] = [
  ...sizes.map((size) => ({ name: `RS${size}`, kind: 'rsa', hash: `sha${size}` })),
  ...sizes.map((size) => ({ name: `PS${size}`, kind: 'rsa', hash: `sha${size}` })),
  ...sizes.map((size) => ({ name: `PS${size}`, kind: 'rsa-pss', hash: `sha${size}` })),
  { name: 'ES256', kind: 'ec', curve: 'prime256v1', hash: 'sha256' },
  { name: 'ES384', kind: 'ec', curve: 'secp384r1', hash: 'sha384' },
  { name: 'ES512', kind: 'ec', curve: 'secp521r1', hash: 'sha512' },
  { name: 'ES256K', kind: 'ec', curve: 'secp256k1', hash: 'sha256' },
  { name: 'EdDSA', kind: 'ed25519', hash: null },
  { name: 'EdDSA', kind: 'ed448', hash: null },
];
const served = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): readonly Alg[] =>
  algs.filter(
    ({ kind, curve }) => kind === asymmetricKeyType && (curve ?? '') === (asymmetricKeyDetails?.namedCurve ?? ''),
  );

/** The one algorithm that this program signs with and takes: what its header tells, where the key serves it. */
function algOf(program: Program): Alg {
  const solutions = served(program.publicKey);
  const told = program.tokenHeader()['alg'];
  return once(
    solutions.find(({ name }) => name === told) ?? solutions[0],
    () => new Error('There is no algorithm for the key'),
  );
}

export const tokenHeader = ({ publicKey, kid }: Program): Json => ({
  typ: 'JWT',
  kid,
  alg: served(publicKey)[0]?.name,
});

const options = (key: KeyObject, { name }: Alg) =>
  name.startsWith('PS')
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : { key, dsaEncoding: 'ieee-p1363' as const };
const segment = (term: unknown): string => Buffer.from(JSON.stringify(term)).toString('base64url');

/** jwt_encode/3 */
export function jws(program: Program, claims: Json, header: Json = program.tokenHeader()): string {
  const alg = algOf(program);
  const input = `${segment(header)}.${segment(claims)}`;
  return `${input}.${sign(alg.hash, Buffer.from(input), options(program.privateKey, alg)).toString('base64url')}`;
}

export const untrusted = (): Refusal => new Refusal(401, 'The access token is invalid');

/** jwt_decode/3: the claims of a token whose signature holds. What the claims say is left to holds/2. */
export function verifyJws(program: Program, token: string): Json {
  const [, input = '', head = '', payload = '', signature = ''] = once(
    /^(([\w-]+)\.([\w-]+))\.([\w-]+)$/.exec(token) ?? fail,
    untrusted,
  );
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  const header = once(objectOf(utf8(bytes(head))), untrusted);
  const alg = algOf(program);
  const genuine =
    header['alg'] === alg.name &&
    !('crit' in header) &&
    verify(alg.hash, Buffer.from(input), options(program.publicKey, alg), bytes(signature));
  return once(genuine ? objectOf(utf8(bytes(payload))) : fail, untrusted);
}

/** holds(Claims): issuer, audience and the times between which the token counts. */
export function holds({ issuer, audience }: Program, { iss, aud, exp, nbf }: Json, _req: Req): void {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (iss !== issuer || !audiences.includes(audience)) {
    throw untrusted();
  }
  if (typeof exp !== 'number' || exp <= now()) {
    throw new Refusal(401, 'The access token has expired');
  }
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > now() + 5)) {
    throw untrusted();
  }
}
