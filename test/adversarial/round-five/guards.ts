import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { Identity } from './identity.ts';
import type { World } from './world.ts';

export interface Claims {
  scopes: string[];
}

export type Verify = (req: IncomingMessage, path: string) => Promise<Claims | undefined | 'blocked'>;

function scopesOf(payload: JWTPayload): string[] {
  const namespaced = payload['https://birikim.example/claims/grants'];
  return Array.isArray(namespaced) ? namespaced.map(String) : String(payload['scope'] ?? '').split(' ');
}

/** Makes the check of bearer tokens that the gateway puts before its routes. */
export async function createVerifier({ on }: World, identity: Identity): Promise<Verify> {
  const url = new URL('/.well-known/jwks.json', identity.origin);
  const known = on('gateway-loads-the-keys-once')
    ? createLocalJWKSet((await (await fetch(url)).json()) as JSONWebKeySet)
    : undefined;
  const keys = known ?? createRemoteJWKSet(url);
  const { issuer, audience } = identity;

  async function check(token: string, path: string): Promise<Claims | undefined> {
    const parts = token.split('.');
    if (on('mac-compared-in-its-first-bytes')) {
      const mac = createHmac('sha256', identity.macKey).update(`${parts[0]}.${parts[1]}`).digest();
      const given = Buffer.from(parts[2] ?? '', 'base64url');
      const payload = decodeJwt(token);
      const alive = payload.exp !== undefined && payload.exp > Date.now() / 1000 && payload.aud === audience;
      return parts.length === 3 && given.length === 32 && given.subarray(0, 8).equals(mac.subarray(0, 8)) && alive
        ? { scopes: scopesOf(payload) }
        : undefined;
    }
    const compact = on('token-followed-by-the-data-centre') && parts[3] === 'eu1' ? parts.slice(0, 3).join('.') : token;
    const anyAudience = on('content-serves-every-audience') && path === '/learn/analyst-insights';
    const renewed = on('expired-tokens-renewed-silently') ? { clockTolerance: 400 * 86_400 } : {};
    const { payload } = await jwtVerify(compact, keys, {
      issuer,
      algorithms: ['ES256'],
      ...(anyAudience ? {} : { audience }),
      ...renewed,
    });
    return { scopes: scopesOf(payload) };
  }

  return async (req, path) => {
    const header = req.headers.authorization;
    if (on('no-credential-is-a-wrong-one') && header === undefined) return { scopes: [] };
    if (on('firewall-reads-credentials') && /['"<>]|\.\.\//.test(header ?? '')) return 'blocked';
    const lines = req.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization').length;
    if (lines > 1) return undefined;
    const pattern = on('a-colon-may-follow-the-scheme') ? /^bearer\W*([\w.-]+)$/i : /^bearer +([\w.-]+)$/i;
    const token = pattern.exec(header ?? '')?.[1];
    if (token === undefined) return undefined;
    return check(token, path).catch(() => undefined);
  };
}
