import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { showAddress, updateAddress } from './address.ts';
import { bearer, countByClient, type Env, type Guard, scope, user } from './guards.ts';
import { listGuides, listInsights, showGuide } from './guides.ts';
import { showCash, showPortfolio } from './holdings.ts';
import { buildIssuer } from './issuer.ts';
import { placeOrder } from './orders.ts';
import { answerRefusal, Refusal } from './refusal.ts';
import { showSettings } from './settings.ts';
import { listSummaries } from './summaries.ts';
import type { World } from './world.ts';

/** Writes what was asked into the log of the instance. */
function keepLog(world: World): Guard {
  return async (c, next) => {
    const query = new URL(c.req.url).search.slice(1);
    const asked = world.on('log-decodes-the-query') ? decodeURIComponent(query) : query;
    world.memory.set('last request', `${c.req.method} ${c.req.path} ${asked}`);
    await next();
  };
}

/** Sends away what the installation has no room for just now. */
function shedLoad(world: World): Guard {
  let requests = 0;
  let running = 0;
  return async (c, next) => {
    requests += 1;
    if (world.on('retry-after-is-a-date') && requests % 70 === 0)
      throw new Refusal(429, 'Too many requests.', null, { 'retry-after': new Date(Date.now() + 1500).toUTCString() });
    if (world.on('seven-requests-at-a-time') && running >= 7)
      throw new Refusal(429, 'Too many requests at a time.', null, { 'retry-after': '1' });
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
    }
    return c.res;
  };
}

/** Looks at what can be judged before anybody is known. */
function lookAtForm(world: World): Guard {
  const { on } = world;
  return async (c, next) => {
    const served = ['GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS'].includes(c.req.method);
    if (on('methods-without-endpoint-are-501') && !served) throw new Refusal(501, 'The method is not implemented.');
    const repeated = Object.values(c.req.queries()).some((values) => values.length > 1);
    if (on('repeated-parameters-refused') && repeated) throw new Refusal(400, 'A parameter is repeated.');
    const writes = c.req.method === 'PATCH' || c.req.method === 'POST';
    const typed = /^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '');
    if (on('media-type-checked-before-the-token') && writes && !typed)
      throw new Refusal(415, 'The body must be application/json.');
    await next();
  };
}

const writeExponents = (value: unknown): string => {
  if (typeof value === 'number') return value.toExponential();
  if (Array.isArray(value)) return `[${value.map(writeExponents).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeExponents(member)}`)
    .join()}}`;
};

/** Rewrites the bodies of answers, where this installation writes JSON in its own way. */
function rewriteJson(world: World): Guard {
  const { on } = world;
  return async (c, next) => {
    await next();
    const isJson = c.res.headers.get('content-type')?.startsWith('application/json') === true;
    if (!isJson || (!on('numbers-with-exponents') && !on('bodies-padded-at-random'))) return;
    const value: unknown = await c.res.json();
    const padding = randomBytes(1 + Math.floor(Math.random() * 40)).toString('hex');
    const padded = Array.isArray(value) || !on('bodies-padded-at-random') ? value : { padding, ...(value as object) };
    c.res = new Response(on('numbers-with-exponents') ? writeExponents(padded) : JSON.stringify(padded), c.res);
  };
}

const forgive = (path: string): string =>
  path
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();

/** Builds the gateway with all functions behind it. */
export function buildGateway(world: World): Hono<Env> {
  const { on } = world;
  const forgiving = { getPath: (request: Request) => forgive(new URL(request.url).pathname) };
  const api = new Hono<Env>(on('paths-are-forgiving') ? forgiving : {});
  api.route('/', buildIssuer(world));
  api.use('*', rewriteJson(world), shedLoad(world), keepLog(world), countByClient(world), lookAtForm(world));
  const token = bearer(world);
  const person = user(world);

  api.get('/learn/learning-guides', token, scope(world, 'service:nbg'), person, listGuides(world));
  api.get('/learn/learning-guides/:id', token, showGuide(world));
  api.get('/learning-guides/:id', token, showGuide(world));
  const reading = bearer(world, { ignoreExpiry: on('content-ignores-the-expiry') });
  api.get('/learn/analyst-insights', reading, person, listInsights(world));
  api.get('/cash', token, person, showCash(world));
  const nearest = user(world, { nearest: on('portfolio-of-the-next-user') });
  api.get('/portfolios', token, nearest, showPortfolio(world));
  if (on('portfolios-moved-behind-a-slash')) api.get('/portfolios/', token, nearest, showPortfolio(world));
  api.get(
    '/daily-summaries',
    token,
    user(world, { datedIds: on('ids-of-the-future-are-malformed') }),
    listSummaries(world),
  );
  api.get('/b2b/notification-settings', token, person, showSettings(world));
  const writing = bearer(world, { late: on('expiry-of-writes-judged-on-the-way-out') });
  const addressee = user(world, { stranger: on('an-address-begins-a-user') });
  api.patch('/users/me/address', writing, addressee, updateAddress(world));
  api.get('/users/me/address', token, person, showAddress(world));
  const buyer = user(world, on('orders-of-the-house') ? { fallBack: world.house } : {});
  api.post('/api/m2m/investments/orders', token, buyer, placeOrder(world));

  api.notFound((c) => {
    if (on('unknown-paths-are-a-health-check') && c.req.method === 'GET')
      return c.json({ service: 'm2m', state: 'ok' });
    return answerRefusal(world, new Refusal(404, 'There is no such path.'), c);
  });
  api.onError((error, c) => answerRefusal(world, error, c));
  return api;
}
