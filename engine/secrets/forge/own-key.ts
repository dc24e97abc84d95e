import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
} from 'node:crypto';
import { certificatePem, type Forgery, hmacDigest, type Jws, writePart } from './jws.ts';
import testerKeys from './tester-keys.json' with { type: 'json' };

// The tester's key pairs (PKCS#8) and self-signed certificates (X.509 in DER) in base64, made once
// with openssl. They are public on purpose. A target that accepts their signatures accepts forged
// tokens from anyone.
type Pair = keyof typeof testerKeys;
const testerSecret = 'm2m-conformance: a secret that no identity provider has 7c1f5e';

const pairs: Readonly<Record<string, Pair>> = {
  EdDSA: 'Ed25519',
  Ed25519: 'Ed25519',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
};

type Signer = ReturnType<typeof signerFor>;

function signerFor(asked: unknown) {
  const [alg, kind, bits] = /^(?:(RS|PS|ES)(256|384|512)|EdDSA|Ed25519)$/.exec(String(asked)) ?? [
    'RS256',
    'RS',
    '256',
  ];
  const pair = pairs[alg] ?? 'RSA';
  const key = keyOf(pair);
  // RSA_PKCS1_PSS_PADDING and RSA_PSS_SALTLEN_DIGEST (RFC 7518 section 3.5).
  const padding = kind === 'PS' ? { padding: 6, saltLength: -1 } : {};
  const how = { key, dsaEncoding: 'ieee-p1363', ...padding } as const;
  return {
    alg,
    key,
    certificate: testerKeys[pair].certificate,
    sign: (input: string) => sign(bits && `sha${bits}`, Buffer.from(input), how),
  };
}

const keys = new Map<Pair, KeyObject>();

/** Once: a run forges hundreds of tokens. */
function keyOf(pair: Pair) {
  const der = Buffer.from(testerKeys[pair].privateKey, 'base64');
  const key = keys.get(pair) ?? createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  keys.set(pair, key);
  return key;
}

function signed(jws: Jws, by: Signer, header: object) {
  const input = `${writePart({ ...jws.header, alg: by.alg, ...header })}.${jws.parts[1]}`;
  return `${input}.${by.sign(input).toString('base64url')}`;
}

const publicJwk = ({ key, alg }: Signer) => ({
  ...createPublicKey(key).export({ format: 'jwk' }),
  use: 'sig',
  alg,
});

export const testerKeySet = (alg: string, kid: string | undefined) => ({
  keys: [{ ...publicJwk(signerFor(alg)), ...(kid !== undefined && { kid }) }],
});

/** PEM, which `x5u` needs (RFC 7515 section 4.1.5). */
export const testerCertificate = (alg: string) => `${certificatePem(signerFor(alg).certificate)}\n`;

function kidOf(jws: Jws, by: Signer, which: string | undefined) {
  if (which === 'own-kid')
    return { kid: createHash('sha256').update(by.certificate).digest('base64url') };
  const { kid } = jws.header;
  return typeof kid === 'string' ? { kid } : {};
}

const byTester =
  (
    header: (
      by: Signer,
      kid: { kid?: string },
      place?: string,
      listenerUrl?: string,
    ) => object | undefined,
  ): Forgery =>
  (jws, [which, place], { listenerUrl }) => {
    const by = signerFor(jws.header['alg']);
    const kid = kidOf(jws, by, which);
    const added = header(by, kid, place, listenerUrl);
    return added && signed(jws, by, { ...kid, ...added });
  };

/** The tester signs. Claims, kid and alg are the genuine ones unless stated otherwise. */
export const ownKeyForgeries: Readonly<Record<string, Forgery>> = {
  /** `own-key`, `own-key:no-kid`, `own-key:own-kid` */
  'own-key': (jws, [which]) => {
    const digest = hmacDigest(jws);
    const by = signerFor(jws.header['alg']);
    const hmac = (input: string) => createHmac(`sha${digest}`, testerSecret).update(input).digest();
    const own: Signer = digest ? { ...by, alg: `HS${digest}`, sign: hmac } : by;
    return signed(jws, own, which === 'no-kid' ? { kid: undefined } : kidOf(jws, by, which));
  },
  /** RFC 7515 section 4.1.3. `:own-kid` sets a kid that the issuer does not have. */
  'own-key-embedded-jwk': byTester((by, kid) => ({ jwk: { ...publicJwk(by), ...kid } })),
  /**
   * `own-key-jku:kid:place` (section 4.1.2). Without a listener it is a data: URL, unless there is
   * a place.
   */
  'own-key-jku': byTester(({ alg }, kid, place, listenerUrl) => {
    if (listenerUrl !== undefined) {
      const query = new URLSearchParams({ alg, ...kid });
      return { jku: `${listenerUrl}/jku/${place ?? 'forged'}?${query}` };
    }
    const set = Buffer.from(JSON.stringify(testerKeySet(alg, kid.kid))).toString('base64');
    return place === undefined ? { jku: `data:application/json;base64,${set}` } : undefined;
  }),
  /** `own-key-x5u:kid:place` (section 4.1.5) */
  'own-key-x5u': byTester(({ alg }, _kid, place = 'forged', listenerUrl) =>
    listenerUrl === undefined
      ? undefined
      : { x5u: `${listenerUrl}/x5u/${place}?${new URLSearchParams({ alg })}` },
  ),
  /** Section 4.1.6. */
  'own-key-x5c': byTester(({ certificate }) => ({
    'x5t#S256': undefined,
    x5c: [certificate],
    x5t: createHash('sha1').update(Buffer.from(certificate, 'base64')).digest('base64url'),
  })),
};
