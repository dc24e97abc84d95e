import { createHash, randomUUID } from 'node:crypto';
import { compactVerify, errors, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { ClientRow, Exchange, Members, Opened, Site } from './model.ts';
import { isObject, Refused } from './model.ts';

export interface Vault {
  readonly jwk: Members;
  sign: (claims: Members) => Promise<string>;
  open: (token: string) => Promise<Opened>;
}

function payloadOf(token: string): Members {
  try {
    const value: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export async function vault(kid: string): Promise<Vault> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' };
  return {
    jwk,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).sign(pair.privateKey),
    open: async (token) => {
      try {
        await compactVerify(token, pair.publicKey, { algorithms: ['ES256'] });
        return { rc: 0, payload: payloadOf(token) };
      } catch (error) {
        const forged = error instanceof errors.JWSSignatureVerificationFailed;
        return { rc: forged ? 4 : 8, payload: forged ? payloadOf(token) : {} };
      }
    },
  };
}

export function claims(site: Site, row: ClientRow, now: number, lifetime: number): Members {
  return {
    iss: site.issuer,
    sub: row.id,
    aud: site.audience,
    iat: now,
    exp: now + lifetime,
    jti: randomUUID(),
    scope: row.scopes.join(' '),
  };
}

export function scopesOf(payload: Members): readonly string[] {
  return typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
}

export function verified(site: Site, x: Exchange, opened: Opened): boolean {
  const { payload } = opened;
  if (opened.rc !== 0 || payload['iss'] !== site.issuer) return false;
  const exp = payload['exp'];
  return typeof exp === 'number' && exp > site.steps.clock(x) && site.steps.audienceFits(x, payload['aud']);
}

function credentials(value: string): string | undefined {
  return /^bearer +([\w.-]+)$/i.exec(value)?.[1];
}

export async function authorise(site: Site, x: Exchange): Promise<void> {
  if (x.authorization === undefined) throw new Refused('no-token');
  const token = credentials(x.authorization);
  if (token === undefined) throw new Refused('bad-token');
  const opened = await site.steps.open(token);
  if (!site.steps.verified(x, opened)) throw new Refused('bad-token');
  x.claims = opened.payload;
}

export function identify(site: Site, x: Exchange): void {
  const known = Object.values(site.users);
  if (x.endpoint === 'guide') {
    x.user = known.find(({ id }) => id === x.userId);
    return;
  }
  if (x.userId === undefined) throw new Refused('no-user-id');
  if (!/^[a-f0-9]{24}$/.test(x.userId)) throw new Refused('bad-user-id');
  x.user = known.find(({ id }) => id === x.userId);
  if (x.user === undefined) throw new Refused('unknown-user');
  if (x.user.denied && x.endpoint === 'summaries') throw new Refused('denied');
}

export function saf(site: Site, id: unknown, secret: unknown): 0 | 4 | 8 {
  if (typeof id !== 'string' || typeof secret !== 'string') return 8;
  const row = Object.values(site.clients).find((entry) => entry.id === id);
  if (row === undefined) return 4;
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  return digest(row.secret) === digest(secret) ? 0 : 8;
}
