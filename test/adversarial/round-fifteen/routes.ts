import { randomUUID } from 'node:crypto';
import { fullGuide, insights, listing } from './catalogue.ts';
import { type App, authenticated, forUser, newAddress, newOrder, scoped } from './directives.ts';
import type { Endpoint, Exchange, Json, Reply } from './layer.ts';
import { cash, portfolios, summaries } from './ledger.ts';
import { notificationSettings } from './preferences.ts';
import { Rejection } from './rejections.ts';
import type { Settings } from './settings.ts';
import { issueToken } from './token-desk.ts';

export const TOKEN_PATH = '/oauth/token';
export const KEYS_PATH = '/.well-known/jwks.json';

const reads: Readonly<Record<string, Endpoint>> = {
  '/learn/learning-guides': 'guides',
  '/learn/analyst-insights': 'insights',
  '/daily-summaries': 'summaries',
  '/b2b/notification-settings': 'notifications',
  '/cash': 'cash',
  '/portfolios': 'portfolios',
};

/** The endpoint of a path and method, with the methods of that path. */
export function match(path: string, method: string, { base, guidePaths, readBack }: Settings) {
  const at = (endpoint: Endpoint, allow: string, guideId = '') => ({ endpoint, allow, guideId });
  if (path === TOKEN_PATH) return at('token', 'POST');
  if (path === KEYS_PATH) return at('keys', 'GET');
  const below = path.startsWith(`${base}/`) ? path.slice(base.length) : '';
  const read = Object.hasOwn(reads, below) ? reads[below] : undefined;
  if (read) return at(read, 'GET');
  if (below === readBack.path && method === 'GET') return at('read-back', 'GET');
  if (below === '/users/me/address') return at('address', below === readBack.path ? 'GET, PATCH' : 'PATCH');
  if (below === '/api/m2m/investments/orders') return at('orders', 'POST');
  const prefix = guidePaths.find((one) => below.startsWith(one));
  const id = prefix && below.slice(prefix.length);
  if (id && !id.includes('/')) return at('guide', 'GET', id);
  return at('unknown', '');
}

const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  headers: { 'cache-control': 'private, no-store', ...headers },
  body,
});

const stored = (document: Json): (() => Promise<Json>) => {
  return async () => {
    await new Promise(setImmediate);
    return document;
  };
};

async function readPrivately(exchange: Exchange, app: App, document: Json): Promise<Reply> {
  const body = await (app.layer.read?.(exchange, stored(document)) ?? stored(document)());
  return ok(app.layer.document?.(exchange, body as Json) ?? body);
}

async function guideReply(exchange: Exchange, app: App): Promise<Reply> {
  await app.layer.before?.(exchange);
  if (!/^[a-f0-9]{24}$/.test(exchange.guideId)) throw new Rejection('guide-malformed', 'The id is malformed.');
  app.layer.locate?.(exchange.guideId);
  const user = await app.users(exchange.header('x-user-id') ?? '').ask({ kind: 'get' });
  const found = fullGuide(exchange.guideId, user?.reader ?? { language: 'en', currency: 'GBP' });
  if (!found) throw new Rejection('guide-unknown', 'There is no such guide.');
  return ok(app.layer.document?.(exchange, found) ?? found, { vary: 'x-user-id' });
}

async function addressReply(exchange: Exchange, app: App, user: string): Promise<Reply> {
  const address = await newAddress(exchange, app);
  await app.users(user).ask({ kind: 'change-address', address });
  app.layer.updated?.(user, address);
  return ok({ updated: true });
}

export async function route(exchange: Exchange, allow: string, app: App): Promise<Reply> {
  const { layer, settings } = app;
  if (exchange.endpoint === 'unknown') throw new Rejection('route', 'There is nothing at this path.');
  if (!allow.split(', ').includes(exchange.method)) throw new Rejection('method', `Allowed here: ${allow}.`);
  if (exchange.endpoint === 'token') return issueToken(exchange, app);
  if (exchange.endpoint === 'keys') return { status: 200, headers: {}, body: app.provider.keys };
  const claims = await authenticated(exchange, app);
  exchange.client = claims.azp === settings.clients.scoped.id ? 'scoped' : 'unscoped';
  if (exchange.endpoint === 'guides') await scoped(claims)(exchange, app);
  if (exchange.endpoint === 'guide') return guideReply(exchange, app);
  const user = await forUser(exchange, app);
  await layer.before?.(exchange);
  switch (exchange.endpoint) {
    case 'guides': {
      const body: Json = { data: listing(user.reader) };
      const headers = { 'cache-control': 'private, max-age=1800', vary: 'x-user-id, Authorization' };
      return ok(layer.document?.(exchange, body) ?? body, headers);
    }
    case 'insights':
      return readPrivately(exchange, app, insights(user.reader));
    case 'summaries':
      if (user.denied) throw new Rejection('denied', 'Access denied.');
      return readPrivately(exchange, app, summaries(user, settings));
    case 'notifications':
      return readPrivately(exchange, app, notificationSettings(user.reader));
    case 'cash':
      return readPrivately(exchange, app, cash(user));
    case 'portfolios':
      return readPrivately(exchange, app, portfolios(user));
    case 'read-back':
      return ok(settings.readBack.show(layer.storedAddress?.(user.address) ?? user.address));
    case 'address':
      return addressReply(exchange, app, user.id);
    default: {
      const placed = await newOrder(exchange, app);
      return { ...ok({ orderId: randomUUID(), state: 'accepted', ...placed }), status: 201 };
    }
  }
}
