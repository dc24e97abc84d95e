import { randomUUID } from 'node:crypto';
import type { App } from './app.ts';
import type { Exchange, FilterName, Reply, User } from './core.ts';
import { ExpiredSignature, isObject, Refusal, reply } from './core.ts';
import { presentCash, presentInsights, presentPortfolios } from './presenters.ts';

export function userOf(x: Exchange): User {
  if (!x.user) throw new Refusal(400, 'x-user-id is required');
  return x.user;
}

export function bearer(x: Exchange): string {
  const match = /^bearer +(\S+)$/i.exec(x.headers.get('authorization') ?? '');
  if (!match?.[1]) throw new Refusal(401, 'Bearer token missing or invalid');
  return match[1];
}

export function filtersFor(app: App): App['filters'] {
  return {
    authenticate: async (x) => {
      const token = bearer(x);
      try {
        x.claims = await app.keyring.open(token);
      } catch (error) {
        if (error instanceof ExpiredSignature) throw new Refusal(401, 'The access token expired');
        throw error;
      }
    },
    audience: (x) => {
      const granted = x.claims?.['aud'];
      const audiences: unknown[] = Array.isArray(granted) ? granted : [granted];
      if (!audiences.includes(app.config.audience)) throw new Refusal(401, 'The access token is invalid');
    },
    scope: (x) => {
      if (!(x.claims?.scope ?? '').split(' ').includes('service:nbg')) {
        throw new Refusal(403, 'Insufficient scope', 'service:nbg is required');
      }
    },
    presence: (x) => {
      if (!x.headers.has('x-user-id')) throw new Refusal(400, 'x-user-id is required');
    },
    user: (x) => {
      const id = x.headers.get('x-user-id') ?? '';
      if (!app.wellFormed(id, x)) throw new Refusal(400, 'x-user-id is malformed');
      const user = app.findUser(id, x);
      if (!user) throw new Refusal(x.endpoint === 'summaries' ? 401 : 404, 'User not found');
      x.user = user;
    },
    permission: (x) => {
      if (userOf(x).denied) throw new Refusal(403, 'Access denied');
    },
  };
}

const common: readonly FilterName[] = ['authenticate', 'audience', 'presence', 'user'];

export function chainFor(): App['chain'] {
  return {
    guides: ['authenticate', 'audience', 'scope', 'presence', 'user'],
    guide: ['authenticate', 'audience'],
    insights: [...common],
    cash: [...common],
    portfolios: [...common],
    address: [...common],
    profile: [...common],
    summaries: [...common, 'permission'],
    notifications: [...common],
    orders: [...common],
  };
}

export function actionsFor(app: App): App['actions'] {
  return {
    guides: (x) =>
      reply(
        200,
        { data: app.presentGuides(x, userOf(x)) },
        {
          'cache-control': 'max-age=1800, private',
          vary: 'x-user-id, authorization',
        },
      ),
    guide: (x) => {
      if (!/^[0-9a-f]{24}$/.test(x.param)) throw new Refusal(400, 'The id of the guide is malformed');
      const index = app.guides.findIndex(({ id }) => id === x.param);
      const guide = app.guides[index];
      if (!guide) throw new Refusal(404, 'Guide not found');
      const reader = app.users.get(x.headers.get('x-user-id') ?? '') ?? [...app.users.values()][0];
      const summary = reader ? app.presentGuide(guide, index, reader) : {};
      const chapters = Array.from({ length: guide.chapters }, (_, place) => ({ number: place + 1, title: guide.key }));
      return reply(200, { ...summary, chapters });
    },
    insights: (x) => reply(200, presentInsights(app, userOf(x))),
    cash: (x) => reply(200, presentCash(userOf(x))),
    portfolios: (x) => reply(200, presentPortfolios(userOf(x))),
    summaries: (x) => {
      const { factor } = userOf(x);
      const differences = { cash: 0, savings: 12.5 * factor, holdings: 362.65 * factor, total: 362.65 * factor };
      return reply(200, { data: app.presentDays(userOf(x)), maxValueDifferences: differences });
    },
    notifications: (x) => reply(200, app.presentSettings(userOf(x))),
    address: (x) => {
      app.checkMediaType(x);
      const address = app.validateAddress(app.parse(x), x);
      app.store(userOf(x), address);
      return reply(200, { status: 'updated' });
    },
    profile: (x) => reply(200, { data: { id: userOf(x).id, address: app.stored(userOf(x)) ?? null } }),
    orders: (x) => {
      app.checkMediaType(x);
      const { isin, side, amount } = app.validateOrder(app.parse(x));
      return reply(201, { data: { id: randomUUID(), isin, side, amount: String(amount), state: 'accepted' } });
    },
  };
}

function credentials(x: Exchange): Record<string, unknown> | undefined {
  if (/^application\/x-www-form-urlencoded/i.test(x.headers.get('content-type') ?? '')) {
    return Object.fromEntries(new URLSearchParams(x.body.toString('utf8')));
  }
  try {
    const body: unknown = JSON.parse(x.body.toString('utf8'));
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function oauthError(status: number, error: string, description: string): Reply {
  const challenge: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer realm="Doorkeeper"' } : {};
  const body = { error, error_description: description };
  return reply(status, body, { 'cache-control': 'no-store', pragma: 'no-cache', ...challenge });
}

export async function issueToken(app: App, x: Exchange): Promise<Reply> {
  const request = credentials(x);
  if (!request) return oauthError(400, 'invalid_request', 'The request cannot be read.');
  const client = app.checkClient(request['client_id'], request['client_secret']);
  if (!app.checkGrant(request['grant_type'])) {
    return oauthError(400, 'unsupported_grant_type', 'The authorization grant type is not supported.');
  }
  if (!client) return oauthError(401, 'invalid_client', 'Client authentication failed.');
  if (request['audience'] !== app.config.audience) return oauthError(400, 'invalid_target', 'Unknown audience.');
  return app.tokenAnswer(client);
}
