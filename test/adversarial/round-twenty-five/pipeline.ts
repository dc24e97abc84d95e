import { randomUUID } from 'node:crypto';
import type { App } from './app.ts';
import { Refusal } from './refusal.ts';
import { issue } from './tokens.ts';
import type { Answer, Exchange, Read, Route } from './types.ts';

const ROUTES: Record<string, [string, Route]> = {
  '/learn/learning-guides': ['GET', 'guides'],
  '/learn/analyst-insights': ['GET', 'insights'],
  '/users/me': ['GET', 'readback'],
  '/users/me/address': ['PATCH', 'address'],
  '/daily-summaries': ['GET', 'summaries'],
  '/b2b/notification-settings': ['GET', 'notifications'],
  '/cash': ['GET', 'cash'],
  '/portfolios': ['GET', 'portfolios'],
  '/api/m2m/investments/orders': ['POST', 'orders'],
};

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const findRoute = (app: App, x: Exchange): void => {
  const below = x.path.startsWith(app.prefix) ? x.path.slice(app.prefix.length) : '';
  const guide = /^\/learn\/learning-guides\/([^/]+)$/.exec(below)?.[1];
  const [method, route] = guide === undefined ? (ROUTES[below] ?? []) : ['GET', 'guide' as const];
  if (method === undefined || route === undefined) throw new Refusal(404, 'route', 'Not Found');
  if (method !== x.method) throw new Refusal(405, 'method', 'Method Not Allowed');
  x.route = route;
  x.guideId = decoded(guide ?? '');
};

const isRead = (route: Route): route is Read =>
  route !== 'address' && route !== 'orders' && route !== 'token' && route !== 'jwks' && route !== 'none';

const serve = async (app: App, x: Exchange): Promise<Answer> => {
  findRoute(app, x);
  x.claims = await app.authorize(x);
  if (x.route === 'guides' && !app.checkScope(x)) throw new Refusal(403, 'scope', 'Not enough permissions');
  if (x.route !== 'guide') x.user = app.findUser(x);
  app.checkQuery(x);
  if (isRead(x.route)) {
    const answer = app.json(200, await app.payload[x.route](x));
    Object.assign(answer.fields, app.cacheFields(x));
    return answer;
  }
  const body = app.parse(x);
  if (x.route === 'orders') return app.ordered(x, app.orderOf(body));
  if (x.user !== undefined) app.store(x.user, app.addressOf(body, x.user));
  return app.saved(x);
};

export const answerTo = async (app: App, x: Exchange): Promise<Answer> => {
  if (x.path === app.tokenPath) {
    x.route = 'token';
    return app.leave(x, await issue(app, x));
  }
  if (x.path === '/.well-known/jwks.json') {
    x.route = 'jwks';
    return app.json(200, { keys: [{ ...app.keys.jwk, kid: app.kid, alg: 'RS256', use: 'sig' }] });
  }
  try {
    return await app.leave(x, await serve(app, x));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'bug', `Internal Server Error ${randomUUID()}`);
    return app.leave(x, app.refuse(refusal, x));
  }
};
