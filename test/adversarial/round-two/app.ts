import express, { type Express, type RequestHandler } from 'express';
import { makeAccountHandlers } from './accounts.ts';
import { makeBodyReader } from './body.ts';
import { ApiError, answerErrors } from './errors.ts';
import { checkUserSyntax, makeScopeGuard, makeTokenGuard, makeUserGuard } from './guards.ts';
import { makeLearnHandlers } from './learn.ts';
import { makeNotificationsHandler } from './notifications.ts';
import { makeOrdersHandler } from './orders.ts';
import { makeSummariesHandler } from './summaries.ts';
import { makeQueryGuard, makeWire } from './wire.ts';
import type { World } from './world.ts';

/** Builds the API below a base path. */
export function makeApp(world: World, basePath: string): Express {
  const { on } = world;
  const app = express().disable('x-powered-by').disable('etag');
  app.locals['on'] = on;
  // A path with a slash too many is another path.
  const router = express.Router({ strict: true, caseSensitive: true });

  const token = makeTokenGuard(world);
  const scope = makeScopeGuard(world);
  const user = makeUserGuard(world);
  const query = makeQueryGuard(world);
  const syntaxFirst = on('user-syntax-before-token') ? [checkUserSyntax] : [];
  const guards = [...syntaxFirst, token, user, query];
  const userIfNamed: RequestHandler = (req, res, next) =>
    req.get('x-user-id') === undefined ? next() : user(req, res, next);

  const learn = makeLearnHandlers(world);
  const accounts = makeAccountHandlers(world);
  const readAddress = makeBodyReader(world, 'address');
  const storedEarly = on('auth-address-stored-first') ? [...readAddress, accounts.storeUnchecked] : [];

  router.get(
    '/learn/learning-guides',
    learn.markCacheable,
    ...syntaxFirst,
    token,
    learn.answerFromCache,
    ...(on('user-before-scope') ? [user, scope] : [scope, user]),
    query,
    learn.listGuides,
  );
  const guidePath = on('guide-short-path') ? '/learning-guides/:id' : '/learn/learning-guides/:id';
  router.get(guidePath, ...syntaxFirst, token, userIfNamed, query, learn.getGuide);
  router.get('/learn/analyst-insights', guards, learn.listInsights);
  router.get('/daily-summaries', guards, makeSummariesHandler(world));
  router.get('/b2b/notification-settings', guards, makeNotificationsHandler(world));
  router.get('/cash', guards, accounts.getCash);
  router.get('/portfolios', guards, accounts.getPortfolios);
  router.get('/users/me/address', guards, accounts.getAddress);
  router.patch('/users/me/address', storedEarly, guards, readAddress, accounts.updateAddress);
  router.post('/api/m2m/investments/orders', guards, makeBodyReader(world, 'orders'), makeOrdersHandler(world));
  if (on('method-405')) refuseOtherMethods(router);

  app.use(makeWire(world));
  app.use(basePath, router);
  app.use(() => {
    throw on('routes-denied-by-default') ? new ApiError(403, 'Access denied') : new ApiError(404, 'Not found');
  });
  app.use(answerErrors(world));
  return app;
}

function refuseOtherMethods(router: express.Router): void {
  const allowed: Record<string, string> = {
    '/learn/learning-guides': 'GET, HEAD',
    '/learn/learning-guides/:id': 'GET, HEAD',
    '/learn/analyst-insights': 'GET, HEAD',
    '/daily-summaries': 'GET, HEAD',
    '/b2b/notification-settings': 'GET, HEAD',
    '/cash': 'GET, HEAD',
    '/portfolios': 'GET, HEAD',
    '/users/me/address': 'GET, HEAD, PATCH',
    '/api/m2m/investments/orders': 'POST',
  };
  for (const [path, methods] of Object.entries(allowed))
    router.all(path, () => {
      throw new ApiError(405, 'Method not allowed', { headers: { Allow: methods } });
    });
}
