import { randomUUID } from 'node:crypto';
import { writeWhole } from './adapter.ts';
import { type App, Refusal, type Route, type RouteName } from './app.ts';
import { ADDRESS_RULES, ORDER_RULES, objectOrRefuse, table } from './checks.ts';
import { handlersOf } from './handlers.ts';
import { eventsOf } from './projections.ts';

export const GUIDE_SCOPE = 'service:nbg';

function routes(): Route[] {
  const route = (name: RouteName, path: RegExp, method = 'GET'): Route => ({ name, method, path });
  return [
    route('guides', /^\/learn\/learning-guides$/),
    route('guide', /^\/learn\/learning-guides\/([^/]+)$/),
    route('insights', /^\/learn\/analyst-insights$/),
    route('cash', /^\/cash$/),
    route('portfolios', /^\/portfolios$/),
    route('summaries', /^\/daily-summaries$/),
    route('notifications', /^\/b2b\/notification-settings$/),
    route('address', /^\/users\/me\/address$/, 'PATCH'),
    route('readBack', /^\/users\/me\/address$/),
    route('orders', /^\/api\/m2m\/investments\/orders$/, 'POST'),
  ];
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return '';
  }
}

/** The correct implementation. */
export function createApp(): App {
  const checkAddress = table(ADDRESS_RULES, 'address');
  const app: App = {
    log: [],
    users: {
      first: '5f0a1b2c3d4e5f6071829301',
      second: '6e1b2c3d4e5f60718293a4b2',
      denied: '7d2c3d4e5f60718293a4b5c3',
    },
    languages: { first: 'de', second: 'fr' },
    clients: [
      { name: 'scoped', id: 'partner-app', secret: `s1-${randomUUID()}`, scopes: ['service:users', GUIDE_SCOPE] },
      { name: 'unscoped', id: 'reports-app', secret: `s2-${randomUUID()}`, scopes: ['service:reports'] },
    ],
    tokens: {
      claims: (client, seconds) => ({
        sub: client.id,
        aud: app.tokens.audience,
        iat: seconds,
        exp: seconds + app.tokens.lifetime,
        jti: randomUUID(),
        ...(client.scopes.length > 0 ? { scope: client.scopes.join(' ') } : {}),
      }),
      header: {},
      lifetime: 3600,
      audience: 'https://api.invest.example',
      answer: (answer) => answer,
      headers: { 'cache-control': 'no-store' },
      sameSecret: (given, stored) => given === stored,
      knownGrant: (grant) => grant === 'client_credentials',
      refuse: (status, error) =>
        Response.json(
          { error: error.replace('unknown', 'invalid') },
          { status, headers: { 'cache-control': 'no-store' } },
        ),
      scopesOf: (claims) => String(claims['scope'] ?? '').split(' '),
    },
    routes: routes(),
    handlers: {} as App['handlers'],
    outer: [],
    inner: [],
    prefix: '',
    authPath: '/oauth/token',
    guideCount: 8,
    days: 5,
    clock: () => Date.now(),
    newId: () => randomUUID(),
    errorBody: ({ status, message, description }, _context, responseId) => ({
      status,
      error: { message, description },
      responseId,
    }),
    challenge: { 'www-authenticate': 'Bearer realm="invest"' },
    bearer: (header) => {
      const token = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
      if (token === undefined) throw new Refusal(401, 'The access token is missing');
      return token;
    },
    verify: () => Promise.reject(new Error('not started')),
    keyOf: (header) => (/^[a-f0-9]{24}$/.test(header) ? header : undefined),
    userExists: (id) => eventsOf(app.log, 'user-registered').some((event) => event.user === id),
    unknownUser: ({ route }) => new Refusal(route?.name === 'summaries' ? 401 : 404, 'The user was not found'),
    allows: (claims) => app.tokens.scopesOf(claims).includes(GUIDE_SCOPE),
    guideId: (raw) => /^[0-9a-f]{24}$/.exec(decoded(raw))?.[0],
    parse: (text) => JSON.parse(text),
    jsonType: (type) => /^application\/json *(;|$)/i.test(type),
    checkAddress: (body) => checkAddress(objectOrRefuse(body, 'body')['address']),
    checkOrder: table(ORDER_RULES, 'order'),
    addressOf: (user) => eventsOf(app.log, 'address-changed').findLast((event) => event.user === user)?.address ?? {},
    store: (user, address) => void app.log.push({ type: 'address-changed', user, address }),
    languageOf: (user) => eventsOf(app.log, 'user-registered').find((event) => event.user === user)?.language ?? 'en',
    money: (value, language) => value.toLocaleString(language, { style: 'currency', currency: 'EUR' }),
    percent: (value, language) => value.toLocaleString(language, { style: 'percent', minimumFractionDigits: 1 }),
    readBody: (request) => request.text(),
    write: writeWhole,
    onParserError: () => '400 Bad Request',
    onUnknownMethod: () => new Refusal(501, 'Not this method'),
  };
  Object.assign(app.handlers, handlersOf(app));
  return app;
}
