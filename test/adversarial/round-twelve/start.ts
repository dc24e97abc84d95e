import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { cash, insights, notifications, portfolios } from './accounts.ts';
import { type Answer, App, type Context, errorAnswer, Refusal } from './app.ts';
import type { Target } from './contract.ts';
import { authenticate, identifyUser, requireScope } from './guards.ts';
import { listing, show } from './guides.ts';
import { Identity } from './identity.ts';
import { summaries } from './summaries.ts';
import { Keys } from './tokens.ts';
import { createOrder, readAddress, updateAddress } from './writes.ts';

type Action = (app: App, context: Context) => Answer | Promise<Answer>;
const routes: Record<string, Record<string, Action>> = {
  '/learn/learning-guides': { GET: listing },
  '/learn/analyst-insights': { GET: insights },
  '/cash': { GET: cash },
  '/portfolios': { GET: portfolios },
  '/daily-summaries': { GET: summaries },
  '/b2b/notification-settings': { GET: notifications },
  '/users/me/address': { GET: readAddress, PATCH: updateAddress },
  '/api/m2m/investments/orders': { POST: createOrder },
};

function checkQuery(app: App, context: Context): void {
  const { query } = context;
  if (query === '' || context.method !== 'GET') return;
  if (app.on('query-refused-422')) throw new Refusal(422, 'No query parameter is known here.');
  if (app.on('queries-over-three-refused') && query.split('&').length > 3)
    throw new Refusal(400, 'Too many query parameters.');
}

async function dispatch(app: App, identity: Identity, context: Context): Promise<Answer> {
  authenticate(app, identity, context);
  const guide = /^\/(?:learn\/)?learning-guides\/([^/]*)$/.exec(context.path);
  const actions = routes[context.path];
  if (!guide && !(actions && Object.hasOwn(routes, context.path))) throw new Refusal(404, 'There is nothing here.');
  const action = guide ? (context.method === 'GET' ? show : undefined) : actions?.[context.method];
  if (!action)
    throw new Refusal(app.on('unknown-method-418') ? 418 : 405, 'The method is not allowed.', null, {
      Allow: guide ? 'GET' : Object.keys(actions ?? {}).join(', '),
    });
  checkQuery(app, context);
  if (guide) return show(app, context, decode(guide[1] ?? ''));
  if (action === listing) requireScope(context);
  identifyUser(app, context);
  return (action as Action)(app, context);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Middleware that may answer before the application is asked. */
function outermost(app: App, context: Context): Answer | undefined {
  const page = (status: number): Answer => ({
    status,
    raw: '<html><body>Bad request</body></html>',
    headers: { 'Content-Type': 'text/html' },
  });
  if (
    app.on('undecodable-query-in-html') &&
    decode(context.query) === context.query &&
    /%(?![0-9a-f]{2})|%ff/i.test(context.query)
  )
    return page(400);
  if (app.on('target-over-a-kibibyte') && context.path.length + context.query.length > 1024) return page(414);
  const shed = (status: number): Answer =>
    errorAnswer(app, new Refusal(status, 'Come back later.', null, { 'Retry-After': '1' }), context);
  if (app.on('shed-with-api-error') && app.requests % 40 === 0) return shed(503);
  if (app.on('shed-in-pairs') && app.requests % 50 < 2) return shed(429);
  return undefined;
}

function finish(app: App, context: Context, answer: Answer, response: ServerResponse, connected: number): void {
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8', ...answer.headers };
  if (app.on('content-location-everywhere')) headers['Content-Location'] = context.path;
  if (app.on('etags-that-never-match')) headers['ETag'] = `W/"${app.requests}-${Date.now()}"`;
  if (app.on('report-to-in-json'))
    headers['Report-To'] = '{"group":"a","max_age":1800,"endpoints":[{"url":"https://r.example/"}]}';
  if (app.on('connections-of-two-seconds') && Date.now() - connected > 2000) headers['Connection'] = 'close';
  let body = Buffer.from(answer.raw ?? JSON.stringify(answer.body));
  if (app.on('coding-named-x-gzip') && context.path === '/learn/learning-guides') {
    body = gzipSync(body);
    headers['Content-Encoding'] = 'x-gzip';
  }
  headers['Content-Length'] = String(body.length);
  response.writeHead(answer.status, headers);
  response.end(context.method === 'HEAD' ? undefined : body);
}

async function serve(
  app: App,
  identity: Identity,
  prefix: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  app.requests += 1;
  const [path = '', ...rest] = (request.url ?? '').split('?');
  const inside = path.startsWith(prefix) && !path.startsWith('/oauth/');
  const context: Context = {
    method: request.method ?? '',
    path: inside ? path.slice(prefix.length) : path,
    query: rest.join('?'),
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
    socket: request.socket,
    scopes: [],
    client: '',
  };
  const connected = app.connections.get(request.socket) ?? Date.now();
  app.connections.set(request.socket, connected);
  if (app.on('continue-unasked') && context.method !== 'GET') response.writeContinue();
  if (app.on('slower-with-time')) await app.sleep(Math.min(80, app.requests * 0.05));
  if (app.on('pauses-of-the-collector') && app.requests % 50 === 0) await app.sleep(600);
  let answer: Answer;
  if (path === '/oauth/token')
    answer =
      context.method === 'POST' ? identity.token(context.body) : { status: 405, body: { error: 'invalid_request' } };
  else if (path === '/oauth/jwks') {
    const headers = app.on('key-set-cacheable') ? { 'Cache-Control': 'public, max-age=86400', ETag: '"keys"' } : {};
    answer = { status: 200, body: { keys: identity.keys.alg === 'HS512' ? [] : [identity.keys.jwk()] }, headers };
  } else {
    try {
      if (!inside) throw new Refusal(404, 'There is nothing here.');
      answer = outermost(app, context) ?? (await dispatch(app, identity, context));
    } catch (error) {
      answer = errorAnswer(app, error instanceof Refusal ? error : new Refusal(500, 'Something went wrong.'), context);
    }
  }
  finish(app, context, answer, response, connected);
}

export async function start(toggle?: string): Promise<Target> {
  const app = new App(toggle);
  const keys = new Keys(app);
  const identity = new Identity(app, keys);
  let prefix = '';
  if (app.on('base-of-twenty-segments')) prefix = '/a1'.repeat(20);
  if (app.on('base-in-capitals')) prefix = '/INVEST/M2M';
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    serve(app, identity, prefix, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const past = Math.floor(Date.now() / 1000) - 900;
  const scopes = 'profile:read service:nbg';
  const [first, second, denied] = app.users.map((user) => user.id) as [string, string, string];
  return {
    baseUrl: origin + prefix,
    authUrl: `${origin}/oauth/token`,
    jwksUrl: keys.alg === 'HS512' ? undefined : `${origin}/oauth/jwks`,
    audience: identity.audience,
    clients: { scoped: identity.scoped, unscoped: identity.unscoped },
    users: { first, second, denied },
    expiredToken: keys.issue(identity.claims(identity.scoped, scopes, { iat: past - 3600, exp: past })),
    otherAudienceToken: keys.issue(identity.claims(identity.scoped, scopes, { aud: 'https://other.example' })),
    readBack: {
      method: 'GET',
      path: '/users/me/address',
      pointer: app.on('read-back-under-empty-name') ? '/' : '/address',
    },
    close: async () => {
      for (const timer of app.timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
