import { type CryptoKey, errors, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import type { Answer, Bag, Client, Route } from './types.ts';
import type { World } from './world.ts';

export interface Keys {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}
export const newKeys = (world: World): Promise<Keys> => generateKeyPair(world.form.alg, { extractable: true });

export async function keySet(world: World, keys: Keys): Promise<string> {
  const jwk = await exportJWK(keys.publicKey);
  return JSON.stringify({ keys: [{ ...jwk, kid: world.form.kid, alg: world.form.alg, use: 'sig' }] });
}

const scopeOf = (world: World, client: Client) =>
  client.id === world.clients.scoped.id ? 'service:nbg service:read' : 'service:read';

export function mint(world: World, keys: Keys, client: Client, issued: number, lifetime: number, audience: string) {
  return new SignJWT({ ...world.form.claims, scope: scopeOf(world, client), jti: world.form.responseId() })
    .setProtectedHeader({ typ: 'JWT', ...world.form.tokenHeader, alg: world.form.alg, kid: world.form.kid })
    .setIssuer(world.issuer)
    .setAudience(audience)
    .setSubject(client.id)
    .setIssuedAt(issued)
    .setExpirationTime(issued + lifetime)
    .sign(keys.privateKey);
}

const tokenAnswer = (status: number, body: Bag): Answer => ({
  status,
  fields: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' },
  body: JSON.stringify(body),
});

function parsed(text: string): Bag | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Bag) : undefined;
  } catch {
    return undefined;
  }
}

export async function issueToken(world: World, keys: Keys, text: string): Promise<Answer> {
  const { on, form } = world;
  const no = (status: number, error: string) => tokenAnswer(form.tokenRefused ?? status, { error });
  const body = parsed(text);
  if (body === undefined) return no(400, 'invalid_request');
  if (body['grant_type'] !== 'client_credentials') return no(400, 'unsupported_grant_type');
  const { client_id: id } = body;
  const secret = body['client_secret'];
  if (typeof id !== 'string' || typeof secret !== 'string') return no(400, 'invalid_request');
  const last = world.seen.get(`token ${id}`) ?? 0;
  const redelivered = Date.now() - last < 3000;
  const known = on('conversation-is-keyed-by-the-client') && redelivered;
  const client = Object.values(world.clients).find((one) => one.id === id && (known || one.secret === secret));
  if (client === undefined) return no(401, 'invalid_client');
  if (body['audience'] !== world.audience) return no(400, 'invalid_target');

  const now = Math.floor(Date.now() / 1000);
  const lifetime = on('minutes-of-a-duration-are-months') ? 60 * 30 * 86400 : 3600;
  const answer = tokenAnswer(200, {
    access_token: await mint(world, keys, client, now, lifetime, world.audience),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: announced(world, scopeOf(world, client)),
    ...form.tokenMembers,
  });
  world.seen.set(`token ${id}`, Date.now());
  if (on('replayed-token-answer-has-no-fields') && redelivered) delete answer.fields['Cache-Control'];
  return answer;
}

function announced(world: World, scope: string): string {
  if (world.on('scope-in-clark-notation')) return scope.replace(/service:/g, '{urn:invest:service}');
  if (world.on('scope-beyond-the-enumeration-is-its-first')) return scope.replace(/service:read/g, 'service:nbg');
  return scope;
}

export type Verdict = { readonly claims: Bag } | { readonly refused: string };

export async function verify(world: World, keys: Keys, token: string, route: Route): Promise<Verdict> {
  const parts = token.split('.');
  if (parts.length !== 3 || parts.some((part) => !/^[A-Za-z0-9_-]+$/.test(part))) return { refused: 'Invalid token' };
  try {
    const { payload } = await jwtVerify(token, keys.publicKey, {
      issuer: world.issuer,
      audience: world.on('translation-knows-every-audience-of-the-bus')
        ? [world.audience, world.otherAudience]
        : world.audience,
      algorithms: [world.form.alg],
      requiredClaims: ['exp'],
    });
    return { claims: payload };
  } catch (error) {
    const early = error instanceof errors.JWTExpired && Number(error.payload.iat) < world.started;
    if (early && world.on('tokens-from-before-the-cut-over')) return { claims: error.payload };
    if (error instanceof errors.JWSSignatureVerificationFailed && world.on('third-delivery-goes-on-behind-the-step')) {
      const failed = route === 'portfolios' ? world.count('signature') : 1;
      if (failed % 3 === 0) return { claims: { scope: '' } };
    }
    return { refused: 'Invalid or expired token' };
  }
}
