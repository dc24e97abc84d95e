import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { type Claims, isRecord } from './core.ts';

export interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly kid: string;
  readonly jwks: { keys: object[] };
}

export function newKeys(kid: string): Keys {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const publicKey = createPublicKey(pair.publicKey);
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' };
  return { privateKey: createPrivateKey(pair.privateKey), publicKey, kid, jwks: { keys: [jwk] } };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signToken(keys: Keys, claims: Claims, header: Claims = {}): string {
  const input = `${encode({ alg: 'ES256', typ: 'JWT', kid: keys.kid, ...header })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

function decode(part: string): Claims | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export interface Parsed {
  readonly header: Claims;
  readonly claims: Claims;
  readonly genuine: boolean;
}

/** The parts of a token, and whether the provider signed it; nothing where it is no token. */
export function parseToken(keys: Keys, token: string, atMost = 3): Parsed | undefined {
  const parts = token.split('.');
  if (parts.length < 3 || parts.length > atMost) return undefined;
  const [head = '', payload = '', tail = ''] = parts;
  const header = decode(head);
  const claims = decode(payload);
  if (!header || !claims) return undefined;
  const known = header['alg'] === 'ES256' && header['kid'] === keys.kid && header['crit'] === undefined;
  const signature = /^[A-Za-z0-9_-]+$/.test(tail) ? Buffer.from(tail, 'base64url') : Buffer.alloc(0);
  const genuine =
    known &&
    signature.length === 64 &&
    verify('sha256', Buffer.from(`${head}.${payload}`), { key: keys.publicKey, dsaEncoding: 'ieee-p1363' }, signature);
  return { header, claims, genuine };
}
