import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { catalogue } from './content.ts';
import { accept, isBag, Refusal } from './refusal.ts';
import type { Bag, Claims, Exchange, Registration, Reply, User, World } from './types.ts';

const first = '65b2f0a1c3d4e5f60718293a';
const second = '65b2f0a1c3d4e5f60718293b';
const denied = '5fd0a7c2b91e4830aa6c7d1e';
const lifetime = 3600;

export const names = { first, second, denied, scoped: 'pleiad-web-studio', unscoped: 'pleiad-web' } as const;

const deny = (status: number, error: string): Reply => ({
  status,
  fields: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  value: { error },
});

const textual = (value: unknown): boolean => typeof value === 'string';
const postal = (value: unknown): boolean => textual(value) || (typeof value === 'number' && Number.isFinite(value));

const checkAddress = (body: unknown): Bag => {
  if (!isBag(body) || !isBag(body.address)) throw new Refusal(422, 'Invalid body', 'address has to be an object');
  const { line1, line2, city, postalCode, countryCode } = body.address;
  const sound =
    textual(line1) &&
    (line2 === undefined || textual(line2)) &&
    textual(city) &&
    postal(postalCode) &&
    typeof countryCode === 'string' &&
    /^[A-Z]{2}$/.test(countryCode);
  if (!sound) throw new Refusal(422, 'Invalid address', 'a member is missing or of another type');
  return { line1, ...(line2 === undefined ? {} : { line2 }), city, postalCode, countryCode };
};

const checkOrder = (body: unknown): Bag => {
  if (!isBag(body)) throw new Refusal(422, 'Invalid body', 'an order has to be an object');
  const { isin, side, amount } = body;
  const sound =
    typeof isin === 'string' &&
    /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin) &&
    (side === 'buy' || side === 'sell') &&
    typeof amount === 'number' &&
    Number.isFinite(amount) &&
    amount > 0;
  if (!sound) throw new Refusal(422, 'Invalid order', 'a member is missing, out of bounds or of another type');
  return { isin, side, amount };
};

const person = (id: string, language: 'en' | 'tr', isDenied: boolean): [string, User] => [
  id,
  {
    id,
    language,
    denied: isDenied,
    address: { line1: 'Lale Sokak 7', line2: 'Kat 2', city: 'Izmir', postalCode: '35220', countryCode: 'TR' },
  },
];

const registrations = (): Map<string, Registration> =>
  new Map([
    [names.scoped, { secret: 'wV3-kite-8841-lantern', scopes: ['service:read', 'service:nbg', 'service:trade'] }],
    [names.unscoped, { secret: 'qH9-reed-1207-harbour', scopes: ['service:read'] }],
  ]);

export const bearer = (exchange: Exchange): string => {
  const value = exchange.field('authorization');
  if (value === undefined) throw new Refusal(401, 'Authentication required');
  const token = /^bearer +([\w.-]+)$/i.exec(value)?.[1];
  if (token === undefined) throw new Refusal(401, 'Invalid access token');
  return token;
};

export const checkClaims = async (
  token: string,
  world: World,
  options: { audience?: string; currentDate?: Date },
): Promise<Claims> => {
  try {
    const { payload } = await jwtVerify(token, world.publicKey, {
      issuer: world.issuer,
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'sub'],
      ...options,
    });
    return { client: payload.sub ?? '', scopes: String(payload['scope'] ?? '').split(' ') };
  } catch {
    throw new Refusal(401, 'Invalid access token');
  }
};

export const createWorld = async (): Promise<{ world: World; jwks: Bag }> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = 'edge-2026-11';
  const world: World = {
    issuer: 'https://id.pleiad.example/',
    audience: 'https://api.pleiad.example/m2m',
    publicKey,
    users: new Map([person(first, 'en', false), person(second, 'tr', false), person(denied, 'en', true)]),
    clients: registrations(),
    layers: [],
    claims: {},
    sign: (client, scopes, audience, expiry) =>
      new SignJWT({ ...world.claims, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(world.issuer)
        .setSubject(client)
        .setAudience(audience)
        .setIssuedAt()
        .setJti(crypto.randomUUID())
        .setExpirationTime(expiry)
        .sign(privateKey),
    grant: async (body) => {
      const { grant_type, audience, client_id, client_secret } = body;
      if (grant_type !== 'client_credentials') return deny(400, 'unsupported_grant_type');
      if (typeof client_id !== 'string' || typeof client_secret !== 'string') return deny(400, 'invalid_request');
      const client = world.clients.get(client_id);
      if (client?.secret !== client_secret) return deny(401, 'invalid_client');
      if (audience !== world.audience) return deny(403, 'access_denied');
      const expiry = Math.floor(Date.now() / 1000) + lifetime;
      const reply = accept({
        access_token: await world.sign(client_id, client.scopes, world.audience, expiry),
        token_type: 'Bearer',
        expires_in: lifetime,
        scope: client.scopes.join(' '),
      });
      reply.fields['cache-control'] = 'no-store';
      return reply;
    },
    desk: async (text) => {
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        return deny(400, 'invalid_request');
      }
      return isBag(body) ? await world.grant(body) : deny(400, 'invalid_request');
    },
    verify: (token) => checkClaims(token, world, { audience: world.audience }),
    guard: async (exchange) => await world.verify(bearer(exchange), exchange),
    admit: (exchange, claims) => {
      if (exchange.route !== 'guides' || claims.scopes.includes('service:nbg')) return;
      throw new Refusal(403, 'Insufficient scope', 'service:nbg is required');
    },
    find: (exchange) => {
      const id = exchange.field('x-user-id') ?? '';
      if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal(400, 'Invalid x-user-id header');
      const user = world.users.get(id);
      if (user === undefined) throw new Refusal(exchange.route === 'summaries' ? 401 : 404, 'User not found');
      return user;
    },
    mediaType: (exchange) => {
      if (/^application\/json\s*(;|$)/i.test(exchange.field('content-type') ?? '')) return;
      throw new Refusal(415, 'Unsupported media type', 'application/json is expected');
    },
    address: checkAddress,
    order: checkOrder,
    store: (user, address) => {
      user.address = address;
    },
    guides: (user) => catalogue(user?.language ?? 'en'),
  };
  return { world, jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] } };
};
