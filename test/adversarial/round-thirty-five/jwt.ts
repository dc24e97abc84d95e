import { sign, verify } from 'node:crypto';
import type { Json, Lua, Req } from './model.ts';
import { isObject, Refusal } from './model.ts';

export const now = (): number => Math.floor(Date.now() / 1000);
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The text of bytes that have to be UTF-8, or nothing. */
export function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What the text holds, or nothing where it is no JSON object. */
export function objectOf(text: string | undefined): Json | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const kinds: Readonly<Record<string, { readonly alg: string; readonly hash: string | null }>> = {
  rsa: { alg: 'RS256', hash: 'sha256' },
  ec: { alg: 'ES256', hash: 'sha256' },
  ed25519: { alg: 'EdDSA', hash: null },
};
const kindOf = ({ publicKey }: Lua) => kinds[publicKey.asymmetricKeyType ?? ''] ?? { alg: 'RS256', hash: 'sha256' };

export const tokenHeader = (lua: Lua): Json => ({ typ: 'JWT', alg: kindOf(lua).alg, kid: lua.kid });

/** resty.jwt:sign */
export function jws(lua: Lua, claims: Json, header: Json = lua.tokenHeader()): string {
  const input = `${encoded(header)}.${encoded(claims)}`;
  const key = { key: lua.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${input}.${sign(kindOf(lua).hash, Buffer.from(input), key).toString('base64url')}`;
}

export const untrusted = (): Refusal => new Refusal(401, 'The access token is invalid');

/** resty.jwt:verify_jwt_obj */
export function verifyJws(lua: Lua, token: string): Json {
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) {
    throw untrusted();
  }
  const [head = '', payload = '', signature = ''] = parts;
  const header = objectOf(utf8(Buffer.from(head, 'base64url')));
  const { alg, hash } = kindOf(lua);
  if (header === undefined || header['alg'] !== alg || 'crit' in header) {
    throw untrusted();
  }
  const key = { key: lua.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const sound = verify(hash, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'));
  const claims = sound ? objectOf(utf8(Buffer.from(payload, 'base64url'))) : undefined;
  if (claims === undefined) {
    throw untrusted();
  }
  return claims;
}

/** Issuer, audience and times. */
export function holds(lua: Lua, { iss, aud, exp, nbf }: Json, _req: Req): void {
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (iss !== lua.issuer || !audiences.includes(lua.audience)) {
    throw untrusted();
  }
  if (typeof exp !== 'number' || exp <= now()) {
    throw new Refusal(401, 'The access token has expired');
  }
  if (typeof nbf === 'number' && nbf > now() + 5) {
    throw untrusted();
  }
}
