import { randomUUID, sign } from 'node:crypto';
import { decodeProtectedHeader, errors, exportJWK, jwtVerify } from 'jose';
import { challenge, Refusal } from './refusal.ts';
import type { Client, World } from './world.ts';

export type Claims = Readonly<Record<string, unknown>>;

export const lifetime = 3600;

/** Signs a token for a client; `endsIn` may lie in the past for the tokens that an operator hands out. */
export function issueToken(world: World, client: Client, audience = world.audience, endsIn = lifetime): string {
  const { on, keys } = world;
  const now = Math.floor(Date.now() / 1000);
  const granted = on('roles-of-keycloak')
    ? { resource_access: { [world.audience]: { roles: client.scopes } } }
    : { scope: client.scopes.join(' ') };
  const claims = {
    iss: world.issuer,
    sub: `${client.id}@clients`,
    aud: audience,
    iat: Math.min(now, now + endsIn - lifetime),
    exp: on('expiry-with-decimals') ? now + endsIn + 0.25 : now + endsIn,
    jti: randomUUID(),
    ...granted,
    ...(on('claims-written-with-white-space') && { 'https://poupa.example/nome': 'परीक्षक \u{1F511} "M2M"' }),
  };
  const header = { alg: 'ES256', typ: 'JWT', kid: keys.kid };
  const space = on('claims-written-with-white-space') ? '\r\n\t' : undefined;
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part, null, space)).toString('base64url');
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

/** The published key set. */
export async function publishKeys(world: World): Promise<unknown> {
  const jwk = await exportJWK(world.keys.publicKey);
  const described = world.on('keys-without-use-and-algorithm')
    ? { ...jwk, key_ops: ['verify'], ext: true, kid: world.keys.kid }
    : { ...jwk, use: 'sig', alg: 'ES256', kid: world.keys.kid };
  return { keys: [described] };
}

export const decodePayload = (token: string): Claims => {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  if (typeof claims !== 'object' || claims === null) throw new Error('the payload is no object');
  return claims as Claims;
};

const holdsFor = (world: World, claims: Claims): boolean =>
  claims['iss'] === world.issuer && claims['aud'] === world.audience && Number(claims['exp']) > Date.now() / 1000;

async function verifySignature(world: World, token: string, ignoreExpiry: boolean): Promise<Claims> {
  const { on, memory } = world;
  const signature = `signature ${token.split('.')[2]}`;
  if (on('signatures-remembered-alone') && memory.has(signature)) {
    const claims = decodePayload(token);
    if (holdsFor(world, claims)) return claims;
  }
  if (on('unknown-algorithms-left-to-the-services') && decodeProtectedHeader(token).alg !== 'ES256') {
    const claims = decodePayload(token);
    if (holdsFor(world, claims)) return claims;
  }
  const { payload } = await jwtVerify(token, world.keys.publicKey, {
    algorithms: ['ES256'],
    issuer: world.issuer,
    audience: world.audience,
    requiredClaims: ['exp'],
    ...(ignoreExpiry && { currentDate: new Date(0) }),
  });
  memory.set(signature, true);
  return payload;
}

/** Verifies a token, and tells an expired one from all others that are not good. */
export async function verifyToken(world: World, token: string, ignoreExpiry = false): Promise<Claims> {
  try {
    return await verifySignature(world, token, ignoreExpiry);
  } catch (error) {
    const expired = error instanceof errors.JWTExpired;
    throw new Refusal(
      401,
      expired ? 'The token has expired.' : 'The token is not valid.',
      null,
      challenge(world, 'invalid_token'),
    );
  }
}

/** The scopes that a verified token carries. */
export function listScopes(world: World, claims: Claims): readonly string[] {
  if (!world.on('roles-of-keycloak')) return String(claims['scope'] ?? '').split(' ');
  const access = claims['resource_access'] as Record<string, { roles?: string[] }> | undefined;
  return access?.[world.audience]?.roles ?? [];
}
