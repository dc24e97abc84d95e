import { createHash, KeyObject, randomUUID } from 'node:crypto';
import * as jose from 'jose';
import { type Answer, isRecord, type On } from './answer.ts';

interface Client {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

export interface Claims {
  readonly sub: string;
  readonly scopes: readonly string[];
}

const issuer = 'https://login.befektetes.example/';
export const otherAudience = 'https://reports.befektetes.example';

type Payload = Record<string, unknown>;

/** Opens an identity provider with keys, clients and tokens of its own. */
export async function openProvider(on: On) {
  const alg = on('tokens-rs512') ? 'RS512' : on('tokens-es384') ? 'ES384' : 'RS256';
  const { publicKey, privateKey } = await jose.generateKeyPair(alg, { extractable: true });
  const jwk = await jose.exportJWK(publicKey);
  const kid = await jose.calculateJwkThumbprint(jwk);
  const published = on('keys-without-use') ? { ...jwk, kid, key_ops: ['verify'] } : { ...jwk, kid, alg, use: 'sig' };
  const audience = on('audience-of-digits') ? '880412' : 'https://m2m.befektetes.example';
  const scoped: Client = { id: randomUUID(), secret: randomUUID(), scopes: ['accounts:read', 'service:nbg'] };
  const unscoped: Client = { id: randomUUID(), secret: randomUUID(), scopes: ['accounts:read'] };
  const issued: { client: Client; token: string; at: number }[] = [];
  const lifetime = on('tokens-for-ten-years') ? 315_360_000 : 3600;

  const layScopes = (client: Client): Payload =>
    on('scopes-in-realm-roles')
      ? { realm_access: { roles: ['offline_access', ...client.scopes] } }
      : { scope: client.scopes.join(' ') };
  const protect = () => ({
    alg,
    kid,
    typ: 'JWT',
    ...(on('thumbprints-in-token-header') && { 'x5t#S256': createHash('sha256').update(kid).digest('base64url') }),
    ...(on('own-key-in-token-header') && { jwk }),
  });

  async function mint(client: Client, claims: Payload = {}): Promise<string> {
    const now = Date.now() / 1000;
    const iat = on('dates-with-fractions') ? Math.round(now * 1000) / 1000 + 0.0005 : Math.floor(now);
    const payload: Payload = {
      jti: randomUUID(),
      iss: issuer,
      sub: client.id,
      aud: audience,
      iat,
      [on('token-expires-at-claim') ? 'expires_at' : 'exp']: iat + lifetime,
      ...layScopes(client),
      ...(on('payload-in-lines') && { tenant: 'Első Befektetési Zrt. – المستثمر الأول' }),
      ...claims,
    };
    const text = on('payload-in-lines') ? JSON.stringify(payload, null, 2) : JSON.stringify(payload);
    const token = await new jose.CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader(protect())
      .sign(privateKey);
    return on('token-in-plain-base64') ? token.replaceAll('-', '+').replaceAll('_', '/') : token;
  }

  const spell = (client: Client) =>
    client.scopes.map((s) => (on('scope-percent-encoded') ? encodeURIComponent(s) : s)).join(' ');

  async function issue(client: Client, asked: unknown): Promise<Answer> {
    const kept = issued.find((i) => client.scopes.every((s) => i.client.scopes.includes(s)));
    const reused = on('token-cache-covers-scopes') ? kept : undefined;
    const again = issued.some((i) => i.client === client);
    const claims: Payload = {
      ...(on('renewed-token-of-normalised-audience') && again && { aud: `${audience}/` }),
      ...(on('audience-added-to-own') && asked !== audience && { aud: [asked, audience] }),
    };
    const token = reused?.token ?? (await mint(client, claims));
    if (!reused) issued.push({ client, token, at: Date.now() });
    const body = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifetime - Math.floor((Date.now() - (reused?.at ?? Date.now())) / 1000),
      scope: spell(reused?.client ?? client),
    };
    return { status: on('token-answered-with-201') ? 201 : 200, body: on('token-in-envelope') ? { data: body } : body };
  }

  const refuse = (status: number, error: string): Answer => ({ status, body: { error } });

  /** Answers a token request that was parsed. */
  async function answer(input: unknown): Promise<Answer> {
    if (!isRecord(input)) return refuse(400, 'invalid_request');
    const { grant_type, audience: asked, client_id, client_secret } = input;
    if (typeof client_id !== 'string' || typeof client_secret !== 'string') return refuse(400, 'invalid_request');
    if (grant_type !== 'client_credentials') return refuse(400, 'unsupported_grant_type');
    const client = [scoped, unscoped].find((c) => c.id === client_id && c.secret === client_secret);
    if (!client) return refuse(401, 'invalid_client');
    if (typeof asked !== 'string') return refuse(400, 'invalid_request');
    if (asked !== audience && !on('audience-added-to-own')) return refuse(400, 'invalid_target');
    return issue(client, asked);
  }

  const readScopes = (payload: jose.JWTPayload): readonly string[] => {
    const roles = isRecord(payload['realm_access']) ? payload['realm_access']['roles'] : undefined;
    if (Array.isArray(roles)) return roles.map(String);
    return typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
  };

  async function readHmac(token: string): Promise<Claims> {
    const pem = KeyObject.from(publicKey).export({ type: 'pkcs1', format: 'pem' }) as string;
    const { payload } = await jose.jwtVerify(token, new TextEncoder().encode(pem), { audience });
    return { sub: payload.sub ?? '', scopes: readScopes(payload) };
  }

  /** Verifies a token and gives what it claims, or throws. */
  async function verify(text: string): Promise<Claims> {
    const token = on('token-in-plain-base64') ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
    if (on('hmac-with-pkcs1-pem') && jose.decodeProtectedHeader(token).alg?.startsWith('HS')) return readHmac(token);
    const { payload } = await jose.jwtVerify(token, publicKey, {
      audience,
      issuer,
      algorithms: [alg],
      clockTolerance: 60,
    });
    if (on('token-expires-at-claim') && payload.exp === undefined && Number(payload['expires_at']) < Date.now() / 1000)
      throw new jose.errors.JWTExpired('expired', payload, 'exp');
    return { sub: payload.sub ?? '', scopes: readScopes(payload) };
  }

  return { alg, audience, scoped, unscoped, jwks: { keys: [published] }, mint, answer, verify };
}

export type Provider = Awaited<ReturnType<typeof openProvider>>;
