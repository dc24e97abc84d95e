import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Caller, Hooks } from './hooks.ts';
import { Refusal } from './refusal.ts';
import type { Bag, Client, Reply } from './types.ts';
import type { World } from './world.ts';

export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const now = (): number => Math.floor(Date.now() / 1000);

const scopesOf = (world: World, client: Client): string =>
  client.id === world.settings.scoped.id ? 'service:nbg service:read' : 'service:read';

export function sign(world: World, claims: Bag): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: world.settings.kid })
    .sign(world.privateKey);
}

export function claimsOf(world: World, client: Client, audience: string, issued: number): Bag {
  const scope = scopesOf(world, client);
  const exp = issued + world.settings.lifetime;
  const jti = randomUUID();
  return { iss: 'https://identity.defter.example', sub: client.id, aud: audience, iat: issued, exp, jti, scope };
}

export async function grantFor(world: World, hooks: Hooks, client: Client): Promise<Reply> {
  const claims = claimsOf(world, client, world.settings.audience, now());
  const access_token = await sign(world, hooks.claims?.(claims) ?? claims);
  const value = { access_token, token_type: 'Bearer', expires_in: world.settings.lifetime, scope: claims['scope'] };
  return { status: 200, fields: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, value };
}

export function oauthError(status: number, error: string): Reply {
  return { status, fields: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, value: { error } };
}

function sameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

export function clientOf(world: World, ask: Bag): Client | undefined {
  const { scoped, unscoped } = world.settings;
  return [scoped, unscoped].find((one) => one.id === ask['client_id']);
}

export async function grant(world: World, hooks: Hooks, ask: unknown): Promise<Reply> {
  if (!isBag(ask)) return oauthError(400, 'invalid_request');
  const { client_secret: secret, client_id: id, audience, grant_type: type } = ask;
  if (typeof secret !== 'string' || typeof id !== 'string') return oauthError(400, 'invalid_request');
  if (type !== 'client_credentials') return oauthError(400, 'unsupported_grant_type');
  const client = clientOf(world, ask);
  if (!client || !sameText(secret, client.secret)) return oauthError(401, 'invalid_client');
  if (audience !== world.settings.audience) return oauthError(400, 'invalid_target');
  return grantFor(world, hooks, client);
}

const credentials = /^bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i;

export function bearer(header: string | undefined): string {
  if (header === undefined) throw new Refusal(401, 'Authentication is required');
  const token = credentials.exec(header.trim())?.[1];
  if (token === undefined) throw new Refusal(401, 'The credentials are malformed');
  return token;
}

export const callerOf = (claims: Bag): Caller => ({
  clientId: String(claims['sub']),
  scopes: String(claims['scope'] ?? '').split(' '),
});

export async function verify(world: World, token: string, at: Date = new Date()): Promise<Caller> {
  const options = { algorithms: ['ES256'], audience: world.settings.audience, currentDate: at };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, world.publicKey, {
      ...options,
      issuer: 'https://identity.defter.example',
      requiredClaims: ['exp', 'sub'],
      clockTolerance: 5,
    });
    if (protectedHeader.kid !== world.settings.kid) throw new Refusal(401, 'The token is signed by an unknown key');
    return callerOf(payload);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal(401, 'The token is not valid');
  }
}
