import { createHmac, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import {
  certificatePem,
  type ForgeMaterial,
  type Forgery,
  hmacDigest,
  type Jws,
  writePart,
} from './jws.ts';

type Secret = string | Buffer;

function hmac(jws: Jws, secret: Secret, header: object = {}) {
  const size = /(384|512)$/.exec(String(jws.header['alg']))?.[1] ?? '256';
  const input = `${writePart({ ...jws.header, alg: `HS${size}`, ...header })}.${jws.parts[1]}`;
  return `${input}.${createHmac(`sha${size}`, secret).update(input).digest('base64url')}`;
}

const pem = (key: KeyObject, type: 'spki' | 'pkcs1') =>
  String(key.export({ format: 'pem', type })).trimEnd();
const rsaOnly = (secret: (key: KeyObject) => Secret) => (key: KeyObject) =>
  key.asymmetricKeyType === 'rsa' ? secret(key) : undefined;

/** How a server may store its public key. A faulty verifier uses that as an HMAC secret. */
const publicSecrets: Readonly<
  Record<string, (key: KeyObject, jwk: JsonWebKey) => Secret | undefined>
> = {
  pem: (key) => pem(key, 'spki'),
  'pem-newline': (key) => `${pem(key, 'spki')}\n`,
  'pem-crlf': (key) => `${pem(key, 'spki')}\n`.replaceAll('\n', '\r\n'),
  pkcs1: rsaOnly((key) => pem(key, 'pkcs1')),
  'pkcs1-newline': rsaOnly((key) => `${pem(key, 'pkcs1')}\n`),
  der: (key) => key.export({ format: 'der', type: 'spki' }),
  'der-base64': (key) => key.export({ format: 'der', type: 'spki' }).toString('base64'),
  'pkcs1-der': rsaOnly((key) => key.export({ format: 'der', type: 'pkcs1' })),
  jwk: (_key, jwk) => JSON.stringify(jwk),
  'jwk-minimal': (key) => JSON.stringify(key.export({ format: 'jwk' })),
  modulus: rsaOnly((key) => Buffer.from(String(key.export({ format: 'jwk' }).n), 'base64url')),
  certificate: (_key, jwk) => ownCertificate(jwk),
  'certificate-newline': (_key, jwk) => ownCertificate(jwk, '\n'),
};

function ownCertificate(jwk: JsonWebKey, end = '') {
  const chain = jwk['x5c'];
  const first: unknown = Array.isArray(chain) ? chain[0] : undefined;
  return typeof first === 'string' ? certificatePem(first) + end : undefined;
}

const knownSecrets: Readonly<
  Record<string, (jws: Jws, material: ForgeMaterial) => string | undefined>
> = {
  audience: (_jws, { known }) => known?.('audience'),
  kid: ({ header }) => (typeof header['kid'] === 'string' ? header['kid'] : undefined),
  client: (jws, { known }) => {
    const secret = known?.('client:scoped:secret');
    // An issuer may sign with the secret of the client. Then the token would be genuine.
    return secret === undefined || isSignedWith(jws, secret) ? undefined : secret;
  },
};

function isSignedWith(jws: Jws, secret: string) {
  const size = hmacDigest(jws);
  const input = jws.parts.slice(0, 2).join('.');
  return (
    size !== undefined &&
    createHmac(`sha${size}`, secret).update(input).digest().equals(jws.signature)
  );
}

function renamed(jws: Jws): Jws {
  const jti = `${String(jws.claims['jti'] ?? '')}-of-the-tester`;
  const [header, , signature] = jws.parts;
  return { ...jws, parts: [header, writePart({ ...jws.claims, jti }), signature] };
}

export const confusedForgeries: Readonly<Record<string, Forgery>> = {
  /**
   * `hmac:form of the public key` (RFC 8725 section 2.1). Only if the genuine alg is asymmetric.
   */
  hmac: (jws, [form = ''], { publicKey }) => {
    const secretOf = Object.hasOwn(publicSecrets, form) ? publicSecrets[form] : undefined;
    if (!secretOf) throw new TypeError(`unknown form of a public key: ${form}`);
    if (!publicKey || /^HS/i.test(String(jws.header['alg']))) return undefined;
    const key = readKey(publicKey);
    const secret = key && secretOf(key, publicKey as JsonWebKey);
    return secret === undefined ? undefined : hmac(jws, secret);
  },
  'hmac-guess': (jws, [secret = '']) => hmac(jws, secret),
  /** `hmac-minted:audience|kid|client`, or `hmac-minted:text:secret` */
  'hmac-minted': (jws, [which = '', text], material) => {
    const secretOf = Object.hasOwn(knownSecrets, which) ? knownSecrets[which] : undefined;
    if (!secretOf && which !== 'text') throw new TypeError(`unknown secret: ${which}`);
    const secret = secretOf ? secretOf(jws, material) : text;
    return secret === undefined ? undefined : hmac(renamed(jws), secret);
  },
  /** A server that reads keys from files resolves this kid to an empty file. */
  'kid-traversal': (jws) => hmac(jws, '', { kid: '../../../../../../../../dev/null' }),
};

function readKey(jwk: Readonly<Record<string, unknown>>) {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}
