import { createHash, randomUUID } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { compactVerify, createLocalJWKSet, SignJWT } from 'jose';
import { cashOf, guidesIn, insightsOf, notificationsOf, portfoliosOf, summariesOf } from './data.ts';
import type { Beans, Claims, Json, Reply, Req, Settings, User } from './model.ts';
import { Refusal } from './model.ts';

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const scalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const ok = (body: unknown, headers: Reply['headers'] = []): Reply => ({ status: 200, body, headers });
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function parseText(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'JSON parse error', 'The body could not be read');
  }
}

export function createBeans(settings: Settings, addresses: Map<string, Json>, ids: readonly string[]): Beans {
  const keys = createLocalJWKSet(settings.jwks as unknown as JSONWebKeySet);
  const beans: Beans = {
    tokenRequest(body) {
      try {
        const value = parseText(body);
        return isObject(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    grantHolds: (request) => request['grant_type'] === 'client_credentials',
    clientOf: (request) =>
      Object.values(settings.clients).find(
        (client) =>
          client.id === request['client_id'] &&
          typeof request['client_secret'] === 'string' &&
          digest(client.secret) === digest(request['client_secret']),
      ),
    audienceHolds: (request) => request['audience'] === settings.audience,
    claims(client) {
      const now = Math.floor(Date.now() / 1000);
      return {
        iss: settings.issuer,
        sub: client.id,
        aud: [settings.audience],
        nbf: now,
        iat: now,
        exp: now + settings.lifetime,
        scope: client.scopes.join(' '),
        jti: randomUUID(),
      };
    },
    tokenHeader: () => ({ alg: 'RS256', kid: 'spring-1', typ: 'JWT' }),
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ ...beans.tokenHeader(), alg: 'RS256' }).sign(settings.privateKey),
    grant: async (client) => ({ token: await beans.sign(beans.claims(client)), scope: client.scopes.join(' ') }),
    async tokenAnswer(client) {
      const { token, scope } = await beans.grant(client);
      return { access_token: token, token_type: 'Bearer', expires_in: settings.lifetime, scope };
    },
    tokenHeaders: () => [
      ['Cache-Control', 'no-store'],
      ['Pragma', 'no-cache'],
    ],
    tokenRefusal: (status, error) => ({ status, body: { error }, headers: [['Cache-Control', 'no-store']] }),
    bearer: (req) => /^Bearer +([\w~+/.-]+=*)$/i.exec(req.headers['authorization'] ?? '')?.[1],
    async decode(token) {
      return parseText(Buffer.from((await compactVerify(token, keys, { algorithms: ['RS256'] })).payload)) as Json;
    },
    validate(claims) {
      const audiences = Array.isArray(claims['aud']) ? claims['aud'] : [claims['aud']];
      if (claims['iss'] !== settings.issuer || !audiences.includes(settings.audience)) {
        throw new Refusal(401, 'Invalid token');
      }
      if (typeof claims['exp'] !== 'number' || claims['exp'] * 1000 + 60_000 < Date.now()) {
        throw new Refusal(401, 'Jwt expired');
      }
    },
    async authenticate(req) {
      const token = beans.bearer(req);
      if (token === undefined) {
        throw new Refusal(401, 'Full authentication is required', null, beans.challenge(req));
      }
      let claims: Claims;
      try {
        claims = await beans.decode(token, req);
        beans.validate(claims, req);
      } catch {
        throw new Refusal(401, 'An error occurred while attempting to decode the token', null, beans.challenge(req));
      }
      return claims;
    },
    scopesOf: (claims) => (typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : []),
    requireScope(claims) {
      if (!beans.scopesOf(claims).includes('service:nbg')) {
        throw new Refusal(403, 'Access Denied', 'insufficient_scope');
      }
    },
    challenge: () => [['WWW-Authenticate', 'Bearer']],
    rawUser: (req) => req.headers['x-user-id'],
    checkUser(raw) {
      if (raw === undefined || !/^[a-f0-9]{24}$/.test(raw)) {
        throw new Refusal(400, 'Validation failed', 'x-user-id must match ^[a-f0-9]{24}$');
      }
      return raw;
    },
    findUser: (id) => settings.users.find((user) => user.id === id),
    unknownUser: (req) =>
      req.area === 'summaries'
        ? new Refusal(401, 'User not found', null, beans.challenge(req))
        : new Refusal(404, 'User not found'),
    permit(user) {
      if (user.place === 'denied') {
        throw new Refusal(403, 'Access is denied');
      }
    },
    checkQuery: () => undefined,
    checkMediaType(req) {
      if (!/^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')) {
        throw new Refusal(415, 'Content-Type is not supported');
      }
    },
    parse: (req) => parseText(req.body),
    addressIn(body) {
      if (!isObject(body) || !isObject(body['address'])) {
        throw new Refusal(400, 'Validation failed', 'address must be an object');
      }
      return body['address'];
    },
    checkAddress(address) {
      const texts = ['line1', 'city', 'countryCode'].every((name) => typeof address[name] === 'string');
      const line2 = address['line2'] === undefined || address['line2'] === null || typeof address['line2'] === 'string';
      if (!texts || !line2 || !scalar(address['postalCode']) || !/^[A-Z]{2}$/.test(String(address['countryCode']))) {
        throw new Refusal(422, 'Validation failed', 'The address is not valid');
      }
      return Object.fromEntries(
        ['line1', 'line2', 'city', 'postalCode', 'countryCode'].flatMap((name) =>
          address[name] === undefined ? [] : [[name, address[name]]],
        ),
      );
    },
    storeAddress: (user, address) => void addresses.set(user.id, address),
    async updateAddress(user, req) {
      beans.checkMediaType(req);
      const address = beans.checkAddress(beans.addressIn(beans.parse(req), user), user);
      const former = addresses.get(user.id) ?? {};
      beans.storeAddress(user, address);
      return beans.addressAnswer(user, address, former);
    },
    addressAnswer: () => ok({ message: 'Address updated' }),
    readBack: (user) => ({ address: addresses.get(user.id) ?? {} }),
    orderIn(req) {
      beans.checkMediaType(req);
      const order = beans.parse(req);
      if (!isObject(order)) {
        throw new Refusal(400, 'Validation failed', 'An order is an object');
      }
      return order;
    },
    checkOrder(order) {
      const amount = order['amount'];
      if (
        typeof order['isin'] !== 'string' ||
        !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(order['isin']) ||
        !['buy', 'sell'].includes(String(order['side'])) ||
        typeof order['side'] !== 'string' ||
        typeof amount !== 'number' ||
        !(amount > 0) ||
        !Number.isFinite(amount)
      ) {
        throw new Refusal(422, 'Validation failed', 'The order is not valid');
      }
    },
    orderAnswer: () => ({ status: 201, body: { orderId: randomUUID(), state: 'ACCEPTED' }, headers: [] }),
    catalogue: (user) => guidesIn(user.language, ids),
    guides: async (user, req) => ok({ data: beans.catalogue(user) }, beans.guideHeaders(user, req)),
    guideHeaders: () => [
      ['Cache-Control', 'private, max-age=1800'],
      ['Vary', 'x-user-id, Authorization'],
    ],
    guideId(raw) {
      if (!/^[a-f0-9]{24}$/.test(raw)) {
        throw new Refusal(400, 'Validation failed', 'id must match ^[a-f0-9]{24}$');
      }
      return raw;
    },
    guide(id) {
      const index = ids.indexOf(id);
      if (index < 0) {
        throw new Refusal(404, 'Guide not found');
      }
      return ok({ id, title: `Guide ${index + 1}`, chapters: [{ number: 1, text: `Chapter of ${id}` }] });
    },
    insights: async (user) => insightsOf(user),
    cash: async (user) => cashOf(user),
    portfolios: async (user) => portfoliosOf(user),
    summaries: async (user) => summariesOf(user),
    notifications: async (user) => notificationsOf(user),
    privateHeaders: () => [['Cache-Control', 'private, no-store']],
    responseId: () => randomUUID(),
    problem: (refusal, req) => ({
      status: refusal.status,
      headers: [['Cache-Control', 'no-store'], ...refusal.headers],
      body: {
        status: refusal.status,
        error: { message: refusal.message, description: refusal.description },
        responseId: beans.responseId(req),
      },
    }),
    unknownRoute: () => new Refusal(404, 'No endpoint'),
    handle: (req) => dispatch(beans, req),
    render: (reply) => reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)),
    finish: (reply) => reply,
    intercept: async () => undefined,
    framing: () => 'length',
  };
  return beans;
}

const areas: Readonly<Record<string, readonly [string, string]>> = {
  '/learn/learning-guides': ['GET', 'guides'],
  '/learn/analyst-insights': ['GET', 'insights'],
  '/cash': ['GET', 'cash'],
  '/portfolios': ['GET', 'portfolios'],
  '/daily-summaries': ['GET', 'summaries'],
  '/b2b/notification-settings': ['GET', 'notifications'],
  '/users/me/address': ['PATCH', 'address'],
  '/api/m2m/investments/orders': ['POST', 'orders'],
  '/users/me': ['GET', 'profile'],
};

export function areaOf(path: string): string {
  return areas[path]?.[1] ?? (/^\/learn\/learning-guides\/[^/]+$/.test(path) ? 'guide' : 'none');
}

async function dispatch(beans: Beans, req: Req): Promise<Reply> {
  const known = areas[req.path]?.[0] ?? (req.area === 'guide' ? 'GET' : undefined);
  if (known === undefined) {
    throw beans.unknownRoute(req);
  }
  if (known !== req.method) {
    throw new Refusal(405, 'Method is not supported', null, [['Allow', known]]);
  }
  const claims = await beans.authenticate(req);
  beans.checkQuery(req);
  if (req.area === 'guide') {
    const raw = req.path.slice('/learn/learning-guides/'.length);
    return beans.guide(beans.guideId(decoded(raw)), req);
  }
  if (req.area === 'guides') {
    beans.requireScope(claims, req);
  }
  const id = beans.checkUser(beans.rawUser(req), req);
  const user = beans.findUser(id, req);
  if (user === undefined) {
    throw beans.unknownUser(req);
  }
  return serve(beans, user, req);
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

async function serve(beans: Beans, user: User, req: Req): Promise<Reply> {
  const personal = async (body: Promise<unknown>): Promise<Reply> => ok(await body, beans.privateHeaders(req));
  switch (req.area) {
    case 'guides':
      return beans.guides(user, req);
    case 'insights':
      return personal(beans.insights(user, req));
    case 'cash':
      return personal(beans.cash(user, req));
    case 'portfolios':
      return personal(beans.portfolios(user, req));
    case 'notifications':
      return personal(beans.notifications(user, req));
    case 'address':
      return beans.updateAddress(user, req);
    case 'profile':
      return personal(Promise.resolve(beans.readBack(user)));
    case 'summaries':
      beans.permit(user);
      return personal(beans.summaries(user, req));
    default: {
      const order = beans.orderIn(req);
      beans.checkOrder(order);
      return beans.orderAnswer(order);
    }
  }
}
