import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
} from 'node:crypto';
import { certificatePem, type Forgery, type Jws, writePart } from './jws.ts';
import { testerKeys, testerSecret } from './tester-keys.ts';

type Signer = ReturnType<typeof signer>;

const curves = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const;

/** An RSA key if the tester has none for that algorithm. */
function signerFor(alg: unknown): Signer {
  const name = String(alg);
  if (name === 'EdDSA' || name === 'Ed25519') return signer(name, 'Ed25519', undefined, {});
  if (name === 'ES256' || name === 'ES384' || name === 'ES512') {
    return signer(name, curves[name], `sha${name.slice(2)}`, { dsaEncoding: 'ieee-p1363' });
  }
  const known = /^(RS|PS)(256|384|512)$/.exec(name);
  // RSA_PKCS1_PSS_PADDING and RSA_PSS_SALTLEN_DIGEST (RFC 7518 section 3.5).
  const padding = known?.[1] === 'PS' ? { padding: 6, saltLength: -1 } : {};
  return signer(known ? name : 'RS256', 'RSA', `sha${known?.[2] ?? 256}`, padding);
}

function signer(
  alg: string,
  pair: keyof typeof testerKeys,
  digest: string | undefined,
  how: { dsaEncoding?: 'ieee-p1363'; padding?: number; saltLength?: number },
) {
  const { certificate } = testerKeys[pair];
  const key = keyOf(pair);
  return {
    alg,
    key,
    certificate,
    sign: (input: string) => sign(digest, Buffer.from(input), { key, ...how }),
  };
}

const keys = new Map<keyof typeof testerKeys, KeyObject>();

/** Once: a run forges hundreds of tokens. */
function keyOf(pair: keyof typeof testerKeys): KeyObject {
  const { privateKey } = testerKeys[pair];
  const key =
    keys.get(pair) ??
    createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  keys.set(pair, key);
  return key;
}

function signed(jws: Jws, by: Signer, header: object): string {
  const input = `${writePart({ ...jws.header, alg: by.alg, ...header })}.${jws.parts[1]}`;
  return `${input}.${by.sign(input).toString('base64url')}`;
}

function publicJwk({ key, alg }: Signer): Record<string, unknown> {
  return { ...createPublicKey(key).export({ format: 'jwk' }), use: 'sig', alg };
}

/** A JWK set (RFC 7517 section 5). */
export function testerKeySet(
  alg: string,
  kid: string | undefined,
): { readonly keys: readonly object[] } {
  return { keys: [{ ...publicJwk(signerFor(alg)), ...(kid === undefined ? {} : { kid }) }] };
}

/** PEM, which `x5u` needs (RFC 7515 section 4.1.5). */
export const testerCertificate = (alg: string): string =>
  `${certificatePem(signerFor(alg).certificate)}\n`;

/** The genuine kid, or the tester's own. */
function kidOf(jws: Jws, by: Signer, which: string | undefined): { kid?: string } {
  if (which === 'own-kid')
    return { kid: createHash('sha256').update(by.certificate).digest('base64url') };
  const { kid } = jws.header;
  return typeof kid === 'string' ? { kid } : {};
}

/** The tester signs. Claims, kid and alg are the genuine ones unless stated otherwise. */
export const ownKeyForgeries: Readonly<Record<string, Forgery>> = {
  /** `own-key`, `own-key:no-kid`, `own-key:own-kid` */
  'own-key': (jws, [which]) => {
    const digest = /^HS(256|384|512)$/.exec(String(jws.header['alg']))?.[1];
    const by = signerFor(jws.header['alg']);
    const hmac = (input: string) => createHmac(`sha${digest}`, testerSecret).update(input).digest();
    const own: Signer = digest ? { ...by, alg: String(jws.header['alg']), sign: hmac } : by;
    return signed(jws, own, which === 'no-kid' ? { kid: undefined } : kidOf(jws, by, which));
  },
  /** RFC 7515 section 4.1.3. `:own-kid` sets a kid that the issuer does not have. */
  'own-key-embedded-jwk': (jws, [which]) => {
    const by = signerFor(jws.header['alg']);
    const kid = kidOf(jws, by, which);
    return signed(jws, by, { ...kid, jwk: { ...publicJwk(by), ...kid } });
  },
  /**
   * `own-key-jku:kid:place` (section 4.1.2). Without a listener it is a data: URL, unless there is
   * a place.
   */
  'own-key-jku': (jws, [which, place], { listenerUrl }) => {
    const by = signerFor(jws.header['alg']);
    const kid = kidOf(jws, by, which);
    if (listenerUrl !== undefined) {
      const query = new URLSearchParams({ alg: by.alg, ...kid });
      return signed(jws, by, { ...kid, jku: `${listenerUrl}/jku/${place ?? 'forged'}?${query}` });
    }
    if (place !== undefined) return undefined;
    const set = Buffer.from(JSON.stringify(testerKeySet(by.alg, kid.kid))).toString('base64');
    return signed(jws, by, { ...kid, jku: `data:application/json;base64,${set}` });
  },
  /** `own-key-x5u:kid:place` (section 4.1.5) */
  'own-key-x5u': (jws, [which, place = 'forged'], { listenerUrl }) => {
    if (listenerUrl === undefined) return undefined;
    const by = signerFor(jws.header['alg']);
    const query = new URLSearchParams({ alg: by.alg });
    return signed(jws, by, {
      ...kidOf(jws, by, which),
      x5u: `${listenerUrl}/x5u/${place}?${query}`,
    });
  },
  /** Section 4.1.6. */
  'own-key-x5c': (jws, [which]) => {
    const by = signerFor(jws.header['alg']);
    const thumbprint = createHash('sha1')
      .update(Buffer.from(by.certificate, 'base64'))
      .digest('base64url');
    const { 'x5t#S256': _longer, ...header } = jws.header;
    return signed({ ...jws, header }, by, {
      ...kidOf(jws, by, which),
      x5c: [by.certificate],
      x5t: thumbprint,
    });
  },
};
