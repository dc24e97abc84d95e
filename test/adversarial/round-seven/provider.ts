import { randomBytes, randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { On } from './domain.ts';

export const audience = 'https://api.invest.example/m2m';
export const otherAudience = 'https://api.invest.example/m2m-reports';
export const issuer = 'https://login.invest.example/';
export const guidesScope = 'service:nbg';

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly scope: string;
}

type Key = jose.CryptoKey | Uint8Array;

export interface SigningKey {
  readonly kid: string;
  readonly sign: Key;
  readonly verify: Key;
  readonly jwk?: jose.JWK;
}

export interface Provider {
  readonly alg: string;
  readonly clients: ReadonlyMap<string, Client>;
  readonly scoped: Client;
  readonly unscoped: Client;
  /** The keys that the provider has published. */
  readonly keys: readonly SigningKey[];
  readonly revoked: Set<string>;
  now(): number;
  mint(client: Client, claims?: jose.JWTPayload): Promise<string>;
  answer(body: unknown): Promise<TokenAnswer>;
}

export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const algorithmOf = (on: On) => {
  if (on('keys-ps256')) return 'PS256';
  if (on('keys-eddsa')) return 'EdDSA';
  if (on('keys-hs256')) return 'HS256';
  return on('keys-jwe') ? 'dir' : 'ES256';
};

async function createKey(alg: string): Promise<SigningKey> {
  const kid = randomUUID();
  if (alg === 'HS256' || alg === 'dir') {
    const secret = new Uint8Array(randomBytes(32));
    return { kid, sign: secret, verify: secret };
  }
  const { privateKey, publicKey } = await jose.generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await jose.exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, sign: privateKey, verify: publicKey, jwk };
}

function scopeClaim(scope: string, on: On): jose.JWTPayload {
  if (on('scope-as-scp-array')) return { scp: scope.split(' ') };
  return on('scope-as-permissions') ? { permissions: scope.split(' ') } : { scope };
}

const refuse = (status: number, error: string, on: On): TokenAnswer => ({
  status: on('token-refusals-400') ? 400 : status,
  body: { error, error_description: 'The token request was refused.' },
});

/** Opens an identity provider with keys and clients of its own. */
export async function openProvider(on: On): Promise<Provider> {
  const alg = algorithmOf(on);
  const count = on('keys-many') ? 5 : on('key-rotates') || on('rotated-key-unknown-to-api') ? 3 : 1;
  const keys = await Promise.all([...Array(count).keys()].map(() => createKey(alg)));
  const client = (scope: string): Client => ({ id: randomUUID(), secret: randomBytes(24).toString('hex'), scope });
  const scoped = client(`profile:read ${guidesScope}`);
  const unscoped = client('profile:read');
  const clients = new Map([scoped, unscoped].map((one) => [one.id, one]));
  const issued = new Map<string, { token: string; expires: number; jti: string; times: number }>();
  const revoked = new Set<string>();
  const lifetime = on('token-lifetime-900') ? 900 : 3600;
  const now = () => Date.now() - (on('clock-a-minute-slow') ? 60_000 : 0);
  let signed = 0;

  function pickKey(times: number): SigningKey {
    const index = on('key-rotates') ? Math.floor(signed / 4) : on('rotated-key-unknown-to-api') && times > 0 ? 1 : 0;
    const key = keys[on('keys-many') ? 3 : index % keys.length];
    if (key === undefined) throw new Error('a provider has at least one key');
    return key;
  }

  async function mint({ id, scope }: Client, more: jose.JWTPayload = {}, times = 0): Promise<string> {
    const key = pickKey(times);
    signed += 1;
    const iat = Math.floor(now() / 1000);
    const aud = on('audience-array') ? [audience, `${issuer}userinfo`] : audience;
    const base = { iss: issuer, sub: `${id}@clients`, client_id: id, aud, iat, exp: iat + lifetime, jti: randomUUID() };
    const claims = { ...base, ...scopeClaim(scope, on), ...more };
    if (alg === 'dir')
      return new jose.EncryptJWT(claims).setProtectedHeader({ alg, enc: 'A256GCM', kid: key.kid }).encrypt(key.sign);
    const header = on('keys-without-kid') ? { alg } : { alg, kid: key.kid };
    return new jose.SignJWT(claims).setProtectedHeader({ ...header, typ: 'JWT' }).sign(key.sign);
  }

  async function grant(to: Client): Promise<TokenAnswer> {
    const known = issued.get(to.id);
    const reuse = on('token-reused-from-cache') || on('expires-in-fraction-from-cache');
    if (on('token-revoked-on-renewal') && known) revoked.add(known.jti);
    const fresh = !reuse || known === undefined || known.expires - now() < 300_000;
    const jti = randomUUID();
    const times = (known?.times ?? -1) + 1;
    const expires = fresh ? (Math.floor(now() / 1000) + lifetime) * 1000 : known.expires;
    const token = fresh ? await mint(to, { jti, exp: expires / 1000 }, times) : known.token;
    issued.set(to.id, { token, expires, jti: fresh ? jti : known.jti, times });
    const left = fresh ? lifetime : (expires - now()) / 1000;
    const scope = on('scope-string-of-the-api') ? scoped.scope : to.scope;
    const expires_in = on('expires-in-fraction-from-cache') ? left : Math.floor(left);
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in, scope } };
  }

  async function answer(body: unknown): Promise<TokenAnswer> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse(400, 'invalid_request', on);
    const members = body as Readonly<Record<string, unknown>>;
    if (members['grant_type'] !== 'client_credentials') return refuse(400, 'unsupported_grant_type', on);
    const coerced = on('client-id-coerced-from-array');
    const [id, secret] = [members['client_id'], members['client_secret']].map((v) => (coerced && v ? String(v) : v));
    if (typeof id !== 'string' || typeof secret !== 'string') return refuse(400, 'invalid_request', on);
    const found = clients.get(id);
    if (found === undefined && on('anonymous-token-for-unknown-client'))
      return grant({ id: 'anonymous', secret: '', scope: '' });
    if (found === undefined || found.secret !== secret) return refuse(401, 'invalid_client', on);
    const wanted = members['audience'];
    if (wanted !== audience && !on('audience-request-ignored')) return refuse(400, 'invalid_target', on);
    return grant(found);
  }

  return { alg, clients, scoped, unscoped, keys, revoked, now, mint, answer };
}
