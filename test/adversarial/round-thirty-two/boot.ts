import { createHash, randomUUID } from 'node:crypto';
import type { App } from './app.ts';
import { checkMediaType, parse, validateAddress, validateOrder } from './bodies.ts';
import { actionsFor, chainFor, filtersFor } from './controllers.ts';
import type { Config, Endpoint, Exchange, RegisteredClient, Reply, User } from './core.ts';
import { Refusal, reply } from './core.ts';
import { claimsFor, keyring } from './keyring.ts';
import { lexicon, translate } from './lexicon.ts';
import { guideSeeds, money, percent, presentDays, presentGuide, presentSettings } from './presenters.ts';

const routes: Readonly<Record<string, Endpoint>> = {
  'GET /learn/learning-guides': 'guides',
  'GET /learn/analyst-insights': 'insights',
  'GET /cash': 'cash',
  'GET /portfolios': 'portfolios',
  'GET /daily-summaries': 'summaries',
  'GET /b2b/notification-settings': 'notifications',
  'PATCH /users/me/address': 'address',
  'GET /users/me': 'profile',
  'POST /api/m2m/investments/orders': 'orders',
};

export function defaults(): Config {
  return {
    issuer: 'https://id.invest.example',
    audience: 'https://api.invest.example',
    tokenPath: '/oauth/token',
    kid: 'HkK2tR9m',
    lifetime: 3600,
    encrypted: false,
    claims: () => ({}),
    scoped: { id: 'q7Wn4uY0scoped', secret: 'nT8vQ2rLx5Zb0KsW', scopes: ['service:nbg', 'service:read'] },
    unscoped: { id: 'b3Jd9eF6unscoped', secret: 'mG4cH7yPd1Ua6EoR', scopes: ['service:read'] },
  };
}

function seedUsers(): Map<string, User> {
  const users: User[] = [
    { id: '64f1c2a09be3d47815ac60fe', locale: 'en', zone: 'Europe/Dublin', denied: false, factor: 1 },
    { id: '64f1c2b77d0e9a3351bc84d2', locale: 'nl', zone: 'Europe/Amsterdam', denied: false, factor: 2.5 },
    { id: '64f1c2c41fa8620d9e7355b0', locale: 'en', zone: 'Europe/Dublin', denied: true, factor: 0.5 },
  ];
  return new Map(users.map((user) => [user.id, user]));
}

function routeExchange(x: Exchange): void {
  const method = x.method === 'HEAD' ? 'GET' : x.method;
  const guide = /^\/learn\/learning-guides\/([^/]*)$/.exec(x.path);
  if (method === 'GET' && guide) {
    x.endpoint = 'guide';
    try {
      x.param = decodeURIComponent(guide[1] ?? '');
    } catch {
      x.param = guide[1] ?? '';
    }
    return;
  }
  x.endpoint = routes[`${method} ${x.path}`];
  if (!x.endpoint) throw new Refusal(404, 'Not found', 'No route matches');
}

function refuse(app: App, x: Exchange, refusal: Refusal): Reply {
  const challenge: Record<string, string> =
    refusal.status === 401 ? { 'www-authenticate': 'Bearer realm="Invest", error="invalid_token"' } : {};
  return reply(
    refusal.status,
    {
      status: refusal.status,
      error: { message: refusal.message, description: refusal.description },
      responseId: app.responseId(x),
    },
    { ...challenge, ...refusal.headers },
  );
}

async function tokenAnswer(config: Config, app: App, client: RegisteredClient): Promise<Reply> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return reply(
    200,
    {
      access_token: await app.keyring.sign(claimsFor(config, client, issuedAt)),
      token_type: 'Bearer',
      expires_in: config.lifetime,
      scope: client.scopes.join(' '),
      created_at: issuedAt,
    },
    { 'cache-control': 'no-store', pragma: 'no-cache' },
  );
}

const seedAddress = { line1: '1 Quay Street', city: 'Galway', postalCode: 'H91 X4Y2', countryCode: 'IE' };

export async function boot(config: Config): Promise<App> {
  const words = lexicon();
  const users = seedUsers();
  const app: App = {
    config,
    keyring: await keyring(config),
    users,
    words,
    guides: [...guideSeeds],
    around: [],
    wrappers: [],
    addresses: new Map([...users.keys()].map((id) => [id, { ...seedAddress }])),
    readBack: { path: '/users/me', pointer: '/data/address' },
    chain: chainFor(),
    filters: {} as App['filters'],
    actions: {} as App['actions'],
    route: routeExchange,
    findUser: (id) => users.get(id),
    wellFormed: (id) => /^[a-f0-9]{24}$/.test(id),
    text: (user, key) => translate(words, user?.locale ?? 'en', key),
    money,
    percent,
    presentGuide: (guide, index, user) => presentGuide(app, guide, index, user),
    presentGuides: (_x, user) => app.guides.map((guide, index) => app.presentGuide(guide, index, user)),
    presentDays: (user) => presentDays(app, user),
    presentSettings: (user) => presentSettings(app, user),
    checkMediaType,
    parse,
    validateAddress: (body) => validateAddress(body),
    validateOrder,
    store: (user, address) => {
      app.addresses.set(user.id, address);
    },
    stored: (user) => app.addresses.get(user.id),
    responseId: () => randomUUID(),
    refuse: (x, refusal) => refuse(app, x, refusal),
    dump: (body) => JSON.stringify(body),
    checkGrant: (grant) => grant === 'client_credentials',
    checkClient: (id, secret) =>
      [config.scoped, config.unscoped].find((client) => client.id === id && client.secret === secret),
    tokenAnswer: (client) => tokenAnswer(config, app, client),
  };
  Object.assign(app.filters, filtersFor(app));
  Object.assign(app.actions, actionsFor(app));
  return app;
}

export function digest(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
