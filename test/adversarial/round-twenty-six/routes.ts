import { setTimeout as sleep } from 'node:timers/promises';
import { fullGuide, listing } from './catalogue.ts';
import { errorReply, Refusal } from './errors.ts';
import { authenticate, authorize, findUser } from './guard.ts';
import type { Identity } from './identity.ts';
import { settings } from './settings.ts';
import type { State } from './state.ts';
import type { Exchange, Reply, Route, User } from './types.ts';
import { cash, insights, portfolios, summaries } from './wealth.ts';
import { placeOrder, readBack, updateAddress } from './writes.ts';

interface Endpoint {
  readonly route: Route;
  readonly method: string;
}
const endpoints: Record<string, readonly Endpoint[]> = {
  '/learn/learning-guides': [{ route: 'guides', method: 'GET' }],
  '/learn/analyst-insights': [{ route: 'insights', method: 'GET' }],
  '/users/me/address': [{ route: 'address', method: 'PATCH' }],
  '/users/me': [{ route: 'readback', method: 'GET' }],
  '/daily-summaries': [{ route: 'summaries', method: 'GET' }],
  '/b2b/notification-settings': [{ route: 'notifications', method: 'GET' }],
  '/cash': [{ route: 'cash', method: 'GET' }],
  '/portfolios': [{ route: 'portfolios', method: 'GET' }],
  '/api/m2m/investments/orders': [{ route: 'orders', method: 'POST' }],
};

export function match(path: string, method: string): { route: Route; guideId: string } {
  const guideId = /^\/learn\/learning-guides\/([^/]+)$/.exec(path)?.[1];
  const found = guideId === undefined ? endpoints[path] : [{ route: 'guide', method: 'GET' } as const];
  if (!found) throw new Refusal(404, 'route', 'There is no such resource.');
  const endpoint = found.find((one) => one.method === method);
  if (!endpoint) {
    const allow = found.map((one) => one.method).join(', ');
    throw new Refusal(405, 'method', 'The method is not allowed here.').with('Allow', allow);
  }
  return { route: endpoint.route, guideId: guideId ?? '' };
}

const unshared = { 'Cache-Control': 'no-store,no-cache', Pragma: 'no-cache' };

function guides(s: State, user: User): Reply {
  const fields: Record<string, string> = { 'Cache-Control': 'private,max-age=1800', Vary: 'X-User-Id,Accept-Encoding' };
  if (s.on('antiforgery-forbids-storing') && user.language === 'tr') Object.assign(fields, unshared);
  if (s.on('cache-control-with-directives-of-requests')) {
    fields['Cache-Control'] = 'min-fresh=60, max-age=1800, only-if-cached, private, max-stale';
  }
  return { status: 200, fields, value: { data: listing(s, user.language) } };
}

function guide(s: State, exchange: Exchange): Reply {
  const { guideId } = exchange;
  let id: string;
  try {
    id = decodeURIComponent(guideId);
  } catch {
    id = '';
  }
  if (!/^[a-f0-9]{24}$/.test(id)) {
    if (s.on('spa-fallback-takes-malformed-ids')) {
      const text = '<!DOCTYPE html><html><body><app-root></app-root></body></html>';
      return { status: 200, fields: { 'Content-Type': 'text/html' }, text };
    }
    throw new Refusal(400, 'guide-id', 'The id of the guide is malformed.');
  }
  const reader = s.users.get(exchange.field('x-user-id') ?? '');
  const value = fullGuide(s, id, reader?.language ?? 'en');
  if (value) return { status: 200, fields: { 'Cache-Control': 'private,max-age=60', Vary: 'X-User-Id' }, value };
  const reply = errorReply(s, new Refusal(404, 'unknown-guide', 'There is no such guide.'), exchange);
  return s.on('json-result-without-its-status') ? { ...reply, status: 200 } : reply;
}

async function notifications(s: State, user: User): Promise<Reply> {
  if (s.on('context-is-shared-by-two-operations')) {
    if (s.busyContexts > 0) throw new Refusal(500, 'context', 'A second operation was started on this context.');
    s.busyContexts += 1;
    await sleep(12);
    s.busyContexts -= 1;
  }
  const fields = s.on('response-cache-is-for-any-location') ? { 'Cache-Control': 'public,max-age=30' } : unshared;
  return { status: 200, fields, value: settings(s, user.language) };
}

function readCash(s: State, user: User): Reply {
  if (s.on('zone-is-unknown-to-one-instance') && s.count('cash') % 4 === 0) {
    throw new Refusal(400, 'zone', 'The time zone is not known.', 'GMT Standard Time');
  }
  const reply: Reply = { status: 200, fields: unshared, value: cash(s, user) };
  if (s.on('ticks-exceed-a-double')) reply.edit = (json) => json.replace('{', '{"asOfTicks":638993322123456789,');
  return reply;
}

function readPortfolios(s: State, exchange: Exchange, user: User): Reply {
  if (s.on('to-dictionary-of-two-lots') && s.count('portfolios') % 5 === 0) {
    throw new Refusal(400, 'lots', 'An item with the same key has already been added.');
  }
  let subject = user;
  if (s.on('compiled-query-keeps-its-constant')) {
    if (!s.plan || s.plan.until < Date.now()) s.plan = { user, until: Date.now() + 120 };
    subject = s.plan.user;
  }
  const reply: Reply = { status: 200, fields: unshared, value: portfolios(s, subject, exchange.query) };
  if (s.on('preamble-between-fragments')) reply.edit = (json) => json.replace(',"positions"', ',\ufeff"positions"');
  return reply;
}

function readInsights(s: State, user: User, former: string): Reply {
  if (s.on('date-written-in-one-culture-and-read-in-another') && former === 'tr') {
    throw new Refusal(400, 'date', 'The date was not recognised as a valid DateTime.');
  }
  return { status: 200, fields: { 'Cache-Control': 'private' }, value: insights(s, user) };
}

async function forUser(s: State, exchange: Exchange, user: User, former: string): Promise<Reply> {
  switch (exchange.route) {
    case 'guides':
      return guides(s, user);
    case 'insights':
      return readInsights(s, user, former);
    case 'cash':
      return readCash(s, user);
    case 'portfolios':
      return readPortfolios(s, exchange, user);
    case 'notifications':
      return notifications(s, user);
    case 'address':
      return updateAddress(s, exchange, user);
    case 'readback':
      return readBack(s, user);
    case 'orders':
      return placeOrder(s, exchange);
    default:
      return { status: 200, fields: unshared, value: summaries(s, user) };
  }
}

function checked(s: State, exchange: Exchange): Exchange {
  if (!s.on('query-refused-414') || exchange.query === '') return exchange;
  throw new Refusal(414, 'query', 'There are parameters that nobody knows.');
}

export async function serve(s: State, identity: Identity, exchange: Exchange): Promise<Reply> {
  try {
    const claims = await authenticate(s, identity, exchange);
    if (exchange.route === 'guide') return guide(s, checked(s, exchange));
    const user = findUser(s, exchange);
    const former = s.culture;
    s.culture = user.language;
    if (exchange.route === 'guides') authorize(s, claims, user);
    if (exchange.route === 'summaries' && user.denied) {
      if (s.on('access-denied-is-a-page')) {
        throw new Refusal(302, 'page', 'Found').with('Location', '/Account/AccessDenied');
      }
      throw new Refusal(403, 'denied', 'Access is denied.');
    }
    return await forUser(s, checked(s, exchange), user, former);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 302) return { status: 302, fields: error.fields };
    return errorReply(s, error, exchange);
  }
}
