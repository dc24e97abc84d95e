import type { KeyObject } from 'node:crypto';
import { randomBytes, randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { State } from './state.ts';
import type { Bag, Client } from './types.ts';

type Key = jose.CryptoKey | KeyObject | Uint8Array;

export interface Registered extends Client {
  readonly scopes: readonly string[];
}
export interface Claims {
  readonly scopes: readonly string[];
}
export interface Laxity {
  readonly signature?: boolean;
  readonly audience?: boolean;
  readonly toleranceSeconds?: number;
}
export class InvalidToken extends Error {
  readonly reason: 'form' | 'signature' | 'claims';

  constructor(reason: 'form' | 'signature' | 'claims') {
    super(reason);
    this.reason = reason;
  }
}
export interface Identity {
  readonly audience: string;
  readonly clients: readonly [Registered, Registered];
  readonly keySet: Bag | undefined;
  readonly sign: (client: Registered, audience: string, exp: number) => Promise<string>;
  readonly verify: (token: string, lax: Laxity) => Promise<Claims>;
}

const issuer = 'https://login.mesa.example/7d1f/v2.0';

const record = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);

function clientsOf(s: State): readonly [Registered, Registered] {
  const tail = s.on('secrets-hold-tildes') ? 'x8Q~.~_~' : '';
  const name = (id: string): string => (s.on('client-ids-are-guids-in-braces') ? `{${id.toUpperCase()}}` : id);
  const secret = (): string => tail + randomBytes(24).toString('base64url');
  return [
    { id: name('3f2b9c1e-0d47-4a8e-9f11-6c5d2a7b8e90'), secret: secret(), scopes: ['service:read', 'service:nbg'] },
    { id: name('8a6e4d2c-1b3f-4c5d-a7e8-0f9b1c2d3e4f'), secret: secret(), scopes: ['service:read'] },
  ];
}

function claimsOf(s: State, client: Registered): Bag {
  const scope = client.scopes.join(' ');
  const claims: Bag = { azp: client.id, sub: client.id };
  if (s.on('scopes-are-app-roles')) return { ...claims, roles: client.scopes, idtyp: 'app' };
  if (s.on('claims-of-entra')) {
    const oid = '0b7c8f8e-7d0c-4d43-9d2a-53fb3b2f6c11';
    return { ...claims, scp: scope, tid: oid, oid, uti: 'k3Jx_0', ver: '2.0', aio: 'E2ZgYA==', appidacr: '1' };
  }
  return { ...claims, scope };
}

function scopesOf(payload: Bag): string[] {
  const texts = [payload['scope'], payload['scp']].filter((value) => typeof value === 'string');
  const roles = Array.isArray(payload['roles']) ? payload['roles'].filter((value) => typeof value === 'string') : [];
  return [...texts.flatMap((text) => text.split(' ')), ...roles];
}

function decoded(part: string | undefined): Bag {
  try {
    const bytes = Buffer.from(part ?? '', 'base64url');
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (bytes.toString('base64url') === part && record(value)) return value;
  } catch {
    // falls through to the refusal
  }
  throw new InvalidToken('form');
}

function checkClaims(payload: Bag, audience: string, lax: Laxity): Claims {
  const now = Date.now() / 1000;
  const { exp, nbf, aud, iss } = payload;
  const tolerance = lax.toleranceSeconds ?? 60;
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  const begun = typeof nbf !== 'number' || nbf <= now + tolerance;
  const timely = typeof exp === 'number' && exp > now - tolerance && begun;
  const meant = lax.audience === true || audiences.includes(audience);
  if (!timely || !meant || iss !== issuer) throw new InvalidToken('claims');
  return { scopes: scopesOf(payload) };
}

interface Keys {
  readonly alg: string;
  readonly signing: Key;
  readonly checking: Key;
  readonly keySet: Bag | undefined;
  readonly kid: string;
}

async function createKeys(s: State): Promise<Keys> {
  if (s.on('tokens-hs384')) {
    const secret = randomBytes(48);
    return { alg: 'HS384', signing: secret, checking: secret, keySet: undefined, kid: 'shared' };
  }
  const alg = 'ES256';
  const pair = await jose.generateKeyPair(alg, { extractable: true });
  const jwk = await jose.exportJWK(pair.publicKey);
  const print = randomBytes(20).toString('hex').toUpperCase();
  const kid = s.on('kid-is-a-thumbprint-with-its-algorithm') ? `${print}${alg}` : print.slice(0, 12).toLowerCase();
  const more = s.on('key-set-names-an-issuer-template')
    ? { issuer: 'https://login.mesa.example/{tenantid}/v2.0', cloud_instance_name: 'mesa', x5c: [] }
    : {};
  const keySet = { keys: [{ ...jwk, kid, alg, use: 'sig', ...more }] };
  return { alg, signing: pair.privateKey, checking: pair.publicKey, keySet, kid };
}

export async function createIdentity(s: State): Promise<Identity> {
  const audience = s.on('audience-is-an-application-id-uri')
    ? 'api://5a2d4a3e-30a5-4b6c-b8c5-1f3c2b4f9d77/.default'
    : 'https://api.mesa.example/m2m';
  const keys = await createKeys(s);
  const envelope = s.on('tokens-encrypted-with-rsa-oaep')
    ? await jose.generateKeyPair('RSA-OAEP-256', { extractable: true })
    : undefined;

  const sign = async (client: Registered, aud: string, exp: number): Promise<string> => {
    const iat = Math.floor(Date.now() / 1000);
    const start = Math.min(iat, exp - 1800);
    const token = await new jose.SignJWT({ ...claimsOf(s, client), jti: randomUUID() })
      .setProtectedHeader({ alg: keys.alg, kid: keys.kid, typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience(aud)
      .setIssuedAt(start)
      .setNotBefore(start)
      .setExpirationTime(exp)
      .sign(keys.signing);
    if (!envelope) return token;
    return new jose.CompactEncrypt(new TextEncoder().encode(token))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256CBC-HS512', cty: 'JWT' })
      .encrypt(envelope.publicKey);
  };

  const opened = async (token: string): Promise<string> => {
    if (!envelope) return token;
    try {
      if (!/^[\w-]+(\.[\w-]+){4}$/.test(token)) throw new InvalidToken('form');
      return new TextDecoder().decode((await jose.compactDecrypt(token, envelope.privateKey)).plaintext);
    } catch {
      throw new InvalidToken('signature');
    }
  };

  const verify = async (sent: string, lax: Laxity): Promise<Claims> => {
    const token = await opened(sent);
    const parts = token.split('.');
    if (parts.length !== 3) throw new InvalidToken('form');
    const header = decoded(parts[0]);
    const payload = decoded(parts[1]);
    if (lax.signature) return { scopes: scopesOf(payload) };
    const last = parts[2] ?? '';
    const sound = Buffer.from(last, 'base64url').toString('base64url') === last && last !== '';
    if (!sound || header['alg'] !== keys.alg || header['kid'] !== keys.kid || header['typ'] !== 'at+jwt') {
      throw new InvalidToken('signature');
    }
    try {
      await jose.compactVerify(token, keys.checking, { algorithms: [keys.alg] });
    } catch {
      throw new InvalidToken('signature');
    }
    return checkClaims(payload, audience, lax);
  };

  return { audience, clients: clientsOf(s), keySet: keys.keySet, sign, verify };
}
