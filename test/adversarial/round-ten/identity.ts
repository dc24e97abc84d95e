import { randomUUID } from 'node:crypto';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { type App, type Call, Refusal } from './app.ts';

export interface Session {
  readonly token: string;
  readonly client: string;
  readonly scopes: readonly string[];
  module: string;
  readonly seen: Set<string>;
}
export interface Identity {
  readonly publicJwk: JWK;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly alg: string;
  readonly clients: readonly { id: string; secret: string; scopes: string }[];
  readonly sessions: Map<string, Session>;
}
export const audience = 'https://api.invest.example/m2m';
export const issuer = 'https://login.invest.example/';
const lifetime = 3600;

export async function openIdentity(alg: string): Promise<Identity> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return {
    publicJwk: { ...(await exportJWK(pair.publicKey)), kid: 'key-1', alg, use: 'sig' },
    ...pair,
    alg,
    clients: [
      { id: 'house-portal', secret: 'correct-horse-battery', scopes: 'accounts:read service:nbg learn:read' },
      { id: 'house-reports', secret: 'staple-of-the-house', scopes: 'accounts:read' },
    ],
    sessions: new Map(),
  };
}

export function sign(app: App, client: string, scope: string, over: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: audience, sub: client, scope, iat: now, exp: now + lifetime, jti: randomUUID() };
  return new SignJWT({ ...claims, ...over, ...app.knobs.claims?.(client, now) })
    .setProtectedHeader({ alg: app.identity.alg, kid: 'key-1', typ: 'JWT', ...app.knobs.header })
    .sign(app.identity.privateKey);
}

function credentials(app: App, call: Call): string {
  const header = call.headers.authorization;
  if (header === undefined) throw new Refusal('token', 'No access token was sent.');
  const pattern = app.on('scheme-begins-with') ? /^bearer\S* +(\S+)$/i : /^bearer +(\S+)$/i;
  const found = pattern.exec(app.on('wrapped-token') ? header.replace(/(\S{20})\s+(?=\S)/g, '$1') : header);
  if (!found?.[1]) throw new Refusal('token', 'The credentials are not of the scheme Bearer.');
  return found[1];
}

/** Yields the claims of a token that holds, and refuses others. */
async function verify(app: App, token: string, call: Call): Promise<Record<string, unknown>> {
  const { on, memory } = app;
  const options = {
    algorithms: [app.identity.alg],
    issuer,
    ...(on('audience-for-writes-only') && call.method === 'GET' ? {} : { audience }),
  };
  const lastSeen = memory.get(`seen ${token}`);
  memory.set(`seen ${token}`, true);
  const slack = on('refusal-is-activity') && lastSeen ? 86_400 : 5;
  try {
    return (await jwtVerify(token, app.identity.publicKey, { ...options, clockTolerance: slack })).payload;
  } catch (error) {
    const known = on('one-lenient-verifier') && app.count('forged') % 4 === 0;
    const code = (error as { code?: string }).code;
    if (known && (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' || code === 'ERR_JWS_INVALID')) {
      try {
        return decodeJwt(token);
      } catch {
        // What cannot be read is refused below.
      }
    }
    throw new Refusal('token', 'The access token does not hold.');
  }
}

export async function openSession(app: App, call: Call): Promise<Session> {
  const { sessions } = app.identity;
  const last = app.memory.get(`session of ${call.peer}`) as Session | undefined;
  if (app.on('session-of-the-address') && !call.headers.authorization && call.method === 'GET' && last) return last;
  const token = credentials(app, call);
  const claims = await verify(app, token, call);
  const session = sessions.get(token) ?? {
    token,
    client: String(claims['sub']),
    scopes: String(claims['scope'] ?? app.identity.clients.find(({ id }) => id === claims['sub'])?.scopes).split(' '),
    module: '',
    seen: new Set(),
  };
  sessions.set(token, session);
  app.memory.set(`session of ${call.peer}`, session);
  return session;
}
