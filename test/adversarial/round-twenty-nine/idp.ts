import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import type { Flow } from './flow.ts';
import type { ClientRow, Exchange, Json, Reply } from './model.ts';
import { isObject, json, Refusal, TokenRefusal } from './model.ts';

export interface Keys {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

export async function makeKeys(): Promise<Keys> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  return { privateKey: pair.privateKey, publicKey: pair.publicKey, jwk: await exportJWK(pair.publicKey) };
}

export function readJson(bytes: Buffer): unknown {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  return JSON.parse(text) as unknown;
}

function readGrant(exchange: Exchange): Json {
  if (exchange.method !== 'POST') throw new TokenRefusal(405, 'invalid_request', 'Use POST.');
  let body: unknown;
  try {
    body = readJson(exchange.body);
  } catch {
    throw new TokenRefusal(400, 'invalid_request', 'The body is not JSON.');
  }
  if (!isObject(body)) throw new TokenRefusal(400, 'invalid_request', 'The body is not an object.');
  return body;
}

export function checkGrantType(body: Json): void {
  if (body.grant_type !== 'client_credentials') {
    throw new TokenRefusal(400, 'unsupported_grant_type', 'Only client_credentials is supported.');
  }
}

function checkFields(body: Json): void {
  for (const name of ['client_id', 'client_secret'] as const) {
    if (typeof body[name] !== 'string') throw new TokenRefusal(400, 'invalid_request', `${name} is required.`);
  }
}

export function checkSecret(client: ClientRow | undefined, body: Json): ClientRow {
  if (client === undefined || client.secret !== body.client_secret) {
    throw new TokenRefusal(401, 'invalid_client', 'The client could not be verified.');
  }
  return client;
}

function checkAudience(flow: Flow, body: Json): void {
  if (body.audience !== flow.settings.audience) {
    throw new TokenRefusal(403, 'access_denied', 'The audience is not available to this client.');
  }
}

export function claimsOf(client: ClientRow): JWTPayload {
  return { azp: client.id, scope: client.scopes.join(' ') };
}

interface Minting {
  readonly expires?: number;
  readonly audience?: string;
}

export async function mint(flow: Flow, client: ClientRow, minting: Minting = {}): Promise<string> {
  const issued = Math.floor(Date.now() / 1_000);
  return await new SignJWT(flow.claimsOf(client))
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: flow.settings.kid })
    .setIssuer(flow.settings.issuer)
    .setAudience(minting.audience ?? flow.settings.audience)
    .setSubject(client.id)
    .setIssuedAt(Math.min(issued, minting.expires ?? issued))
    .setExpirationTime(minting.expires ?? issued + flow.settings.lifetime)
    .setJti(randomUUID())
    .sign(flow.keys.privateKey);
}

export function tokenAnswer(flow: Flow, client: ClientRow, token: string): Json {
  return {
    token_type: 'Bearer',
    access_token: token,
    expires_in: flow.settings.lifetime,
    scope: client.scopes.join(' '),
  };
}

export async function grant(flow: Flow, exchange: Exchange): Promise<Reply> {
  const body = readGrant(exchange);
  flow.checkGrantType(body);
  checkFields(body);
  const found = flow.tables.clients.find((client) => client.id === body.client_id);
  const client = flow.checkSecret(found, body);
  checkAudience(flow, body);
  const headers = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
  return json(200, flow.tokenAnswer(client, await mint(flow, client), body), headers);
}

export function refuseGrant(refusal: TokenRefusal): Reply {
  const body = { error: refusal.code, error_description: refusal.message };
  return json(refusal.status, body, { 'Cache-Control': 'no-store' });
}

const INVALID = 'The bearer token is missing or invalid';

function invalidToken(): Refusal {
  return new Refusal('token', 401, INVALID, { headers: { 'WWW-Authenticate': 'Bearer realm="m2m"' } });
}

export function credentials(exchange: Exchange): string {
  const found = /^bearer +(\S+)$/i.exec(exchange.headers.get('authorization') ?? '')?.[1];
  if (found === undefined) throw invalidToken();
  return found;
}

function isCompact(token: string): boolean {
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

export async function verify(flow: Flow, token: string, exchange: Exchange): Promise<JWTPayload> {
  if (!isCompact(token)) throw invalidToken();
  let payload: JWTPayload;
  try {
    const result = await jwtVerify(token, flow.keys.publicKey, {
      algorithms: ['ES256'],
      issuer: flow.settings.issuer,
      typ: 'JWT',
      requiredClaims: ['exp', 'sub', 'aud'],
      currentDate: flow.now(exchange),
    });
    if (result.protectedHeader.kid !== flow.settings.kid) throw invalidToken();
    payload = result.payload;
  } catch {
    throw invalidToken();
  }
  const audiences = Array.isArray(payload.aud) ? payload.aud : [payload.aud];
  if (!audiences.some((audience) => audience !== undefined && flow.audienceFits(audience))) throw invalidToken();
  return payload;
}

export function keySet(flow: Flow): Json {
  return { keys: [{ ...flow.keys.jwk, ...flow.settings.keyNotes, kid: flow.settings.kid, use: 'sig', alg: 'ES256' }] };
}
