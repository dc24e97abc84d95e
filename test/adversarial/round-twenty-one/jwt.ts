import { sign, verify } from 'node:crypto';
import { failure, type Result, success } from './result.ts';
import { maskOf } from './scopes.ts';
import type { Grants, World } from './world.ts';

const kid = 'ferrite-signing-1';
const encode = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64url');

interface Claims {
  readonly clientId: string;
  readonly scope: string;
  readonly audience: string;
  readonly issuedAt: number;
  readonly lifetime: number;
}

export function issue(world: World, claims: Claims): string {
  const header = { alg: 'ES256', typ: 'JWT', kid };
  let payload = JSON.stringify({
    iss: 'https://id.ferrite.example/',
    sub: claims.clientId,
    aud: claims.audience,
    iat: claims.issuedAt,
    exp: claims.issuedAt + claims.lifetime,
    jti: world.is('token-ids-are-slots') ? `${world.tick('jti')}:0` : `${world.node}${world.tick('jti')}`,
    scope: claims.scope,
  });
  if (world.is('payload-padded-with-nul')) {
    payload = payload.padEnd((Math.floor(Buffer.byteLength(payload) / 16) + 1) * 16, '\0');
  }
  const input = `${encode(JSON.stringify(header))}.${encode(payload)}`;
  const signature = sign('sha256', Buffer.from(input), { key: world.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${encode(signature)}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function decodePart(part: string): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'));
    const value: unknown = JSON.parse(text.replace(/\0+$/, ''));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Hashes of long strings look at every twenty-fourth code unit only. */
const sample = (token: string): string => {
  let key = `${token.length}:`;
  for (let index = 0; index < token.length; index += 24) key += token[index];
  return key;
};

function audienceFits(world: World, aud: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (world.is('audience-by-last-segment')) {
    const last = (text: string) => text.slice(text.lastIndexOf('/') + 1);
    return list.some((one) => typeof one === 'string' && last(one) === last(world.audience));
  }
  return list.includes(world.audience);
}

function isAlive(world: World, exp: unknown): boolean {
  if (typeof exp !== 'number') return false;
  const now = Math.floor(Date.now() / 1000);
  return world.is('remaining-time-is-unsigned') ? (exp - now) >>> 0 > 0 : exp > now;
}

export function check(world: World, token: string): Result<Grants> {
  const parts = token.split('.');
  const [head = '', body = '', tail = ''] = parts;
  if (world.is('empty-segment-is-indexed') && parts.length > 1 && parts.includes('')) return failure('panic');
  if (parts.length !== 3) return failure('a token has three parts');
  if (world.is('verified-cache-samples-its-key')) {
    const known = world.sampled.get(sample(token));
    if (known) return success(known);
  }
  const header = decodePart(head);
  const claims = decodePart(body);
  if (header?.['alg'] !== 'ES256' || header['kid'] !== kid || !claims) return failure('the token cannot be decoded');
  const signature = Buffer.from(tail, 'base64url');
  const key = { key: world.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (signature.length !== 64 || !verify('sha256', Buffer.from(`${head}.${body}`), key, signature)) {
    return failure('the signature does not hold');
  }
  if (!isAlive(world, claims['exp'])) return failure('the token has expired');
  if (!audienceFits(world, claims['aud'])) return failure('the token is for another audience');
  const grants = { mask: maskOf(world, String(claims['scope'] ?? '')) };
  world.sampled.set(sample(token), grants);
  return success(grants);
}

export const keySet = (world: World): unknown => ({
  keys: [{ ...world.publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }],
});
