import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import * as data from './data.ts';
import { holds, jws, now, objectOf, tokenHeader, utf8, verifyJws } from './jwt.ts';
import type { Area, Grantee, Json, Lua, Reply, Req, User } from './model.ts';
import { isObject, Refusal, setHeader } from './model.ts';

type Settings = Pick<
  Lua,
  | 'base'
  | 'tokenPath'
  | 'audience'
  | 'otherAudience'
  | 'issuer'
  | 'kid'
  | 'lifetime'
  | 'scoped'
  | 'unscoped'
  | 'users'
  | 'statuses'
  | 'privateKey'
  | 'publicKey'
  | 'addresses'
>;
type Hooks = Omit<Lua, keyof Settings>;

export const ok = (body: unknown, status = 200): Reply => ({ status, headers: [], body });

const locations: Readonly<Record<string, Area>> = {
  '/learn/learning-guides': 'guides',
  '/learn/analyst-insights': 'insights',
  '/cash': 'cash',
  '/portfolios': 'portfolios',
  '/daily-summaries': 'summaries',
  '/b2b/notification-settings': 'notifications',
  '/users/me': 'profile',
  '/users/me/address': 'address',
  '/api/m2m/investments/orders': 'orders',
};
const guidePath = /^\/(?:learn\/)?learning-guides\/([^/]+)$/;

/** The location of a path below the base, and the id where it is a guide's. */
export function locate(path: string): { area: Area; guideId: string } {
  const guideId = guidePath.exec(path)?.[1];
  if (guideId !== undefined) {
    return { area: 'guide', guideId };
  }
  return { area: Object.hasOwn(locations, path) ? (locations[path] ?? 'none') : 'none', guideId: '' };
}

const methodOf = (area: Area): string => (area === 'address' ? 'PATCH' : area === 'orders' ? 'POST' : 'GET');

/** All phases of a request below the base. */
export async function handle(lua: Lua, req: Req, tooLarge: boolean): Promise<Reply> {
  try {
    return (await lua.rewrite(req)) ?? (await location(lua, req, tooLarge));
  } catch (error) {
    return lua.problem(error instanceof Refusal ? error : new Refusal(500, 'Internal error'), req);
  }
}

async function location(lua: Lua, req: Req, tooLarge: boolean): Promise<Reply> {
  if (req.area === 'none') {
    throw new Refusal(404, 'No such resource');
  }
  if ((req.method === 'HEAD' ? 'GET' : req.method) !== methodOf(req.area)) {
    const reply = lua.problem(new Refusal(lua.statuses.method, 'Method not allowed'), req);
    setHeader(reply, 'Allow', methodOf(req.area) === 'GET' ? 'GET, HEAD' : methodOf(req.area));
    return reply;
  }
  if (tooLarge) {
    throw new Refusal(413, 'The body is too large');
  }
  const claims = await lua.verify(lua.credentials(req), req);
  lua.holds(claims, req);
  if (!lua.entitled(claims, req)) {
    throw new Refusal(403, 'The token lacks the required scope', 'service:nbg');
  }
  const user = lua.identify(req);
  req.user = user;
  if (lua.denied(user, req)) {
    throw new Refusal(403, 'Access denied');
  }
  return await lua.content(req, user);
}

/** The token endpoint. */
export function issue(lua: Lua, method: string, body: Buffer): Reply {
  const grant = method === 'POST' ? lua.decodeGrant(body) : undefined;
  if (grant === undefined) {
    return lua.tokenRefusal('invalid_request');
  }
  if (!lua.grantHolds(grant)) {
    return lua.tokenRefusal('unsupported_grant_type');
  }
  const client = lua.findClient(grant);
  if (client === undefined) {
    return lua.tokenRefusal('invalid_client');
  }
  if (!lua.audienceHolds(grant)) {
    return lua.tokenRefusal('access_denied');
  }
  const token = jws(lua, lua.claims(client));
  return { status: 200, headers: lua.tokenHeaders(), body: lua.tokenAnswer(client, token) };
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const same = (one: unknown, other: string): boolean =>
  typeof one === 'string' && timingSafeEqual(hash(one), hash(other));
const numeral = (value: number, { language }: User, digits: number): string =>
  new Intl.NumberFormat(language === 'el' ? 'el-GR' : 'et-EE', {
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  }).format(value);
const noStore: [string, string] = ['Cache-Control', 'no-store'];
const text = (value: unknown): value is string => typeof value === 'string';

/** The default of every hook. They call each other by `lua`, so that a replaced one counts everywhere. */
export function worker(settings: Settings): Lua {
  const hooks: Hooks = {
    decodeGrant: (body) => objectOf(utf8(body)),
    grantHolds: (request) => request['grant_type'] === 'client_credentials',
    findClient: (request) =>
      [lua.scoped, lua.unscoped].find(
        ({ id, secret }) => same(request['client_id'], id) && same(request['client_secret'], secret),
      ),
    audienceHolds: (request) => request['audience'] === lua.audience,
    claims: ({ id, scopes }: Grantee) => ({
      iss: lua.issuer,
      sub: `${id}@clients`,
      aud: lua.audience,
      iat: now(),
      exp: now() + lua.lifetime,
      jti: randomUUID(),
      scope: scopes.join(' '),
    }),
    tokenHeader: () => tokenHeader(lua),
    tokenAnswer: ({ scopes }, token) => ({
      access_token: token,
      token_type: 'Bearer',
      expires_in: lua.lifetime,
      scope: scopes.join(' '),
    }),
    tokenHeaders: () => [noStore, ['Pragma', 'no-cache']],
    tokenRefusal: (error) => ({
      status: error === 'invalid_client' ? lua.statuses.token : error === 'access_denied' ? 403 : 400,
      headers: [noStore],
      body: { error },
    }),

    rewrite: () => undefined,
    credentials({ headers }) {
      const [, token] = /^bearer +([^\s,]+)$/i.exec(headers['authorization'] ?? '') ?? [];
      if (token === undefined) {
        throw new Refusal(401, 'A bearer token is required');
      }
      return token;
    },
    verify: async (token) => verifyJws(lua, token),
    holds: (claims, req) => holds(lua, claims, req),
    scopeOf: ({ scope }) => (text(scope) ? scope.split(' ') : []),
    entitled: (claims, { area }) => area !== 'guides' || lua.scopeOf(claims).includes('service:nbg'),
    identify(req) {
      const id = req.headers['x-user-id'];
      const [first] = lua.users;
      if (req.area === 'guide' && first !== undefined) {
        return (id !== undefined && lua.validId(id, req) ? lua.findUser(id, req) : undefined) ?? first;
      }
      if (id === undefined) {
        throw new Refusal(lua.statuses.missingUser, 'The header x-user-id is required');
      }
      if (!lua.validId(id, req)) {
        throw new Refusal(lua.statuses.malformedUser, 'The header x-user-id is malformed');
      }
      const user = lua.findUser(id, req);
      if (user === undefined) {
        throw lua.strange(req);
      }
      return user;
    },
    validId: (id) => /^[a-f0-9]{24}$/.test(id),
    findUser: (id) => lua.users.find((user) => user.id === id),
    strange: ({ area }) => new Refusal(area === 'summaries' ? 401 : lua.statuses.unknownUser, 'User not found'),
    denied: ({ place }, { area }) => place === 'denied' && area === 'summaries',

    mediaType: (type) => /^application\/json[ \t]*(?:;|$)/i.test(type ?? ''),
    decode(body) {
      try {
        return JSON.parse(body) as unknown;
      } catch {
        throw new Refusal(lua.statuses.unparsed, 'The body is no JSON');
      }
    },
    checkAddress(address) {
      const invalid = (what: string): Refusal => new Refusal(lua.statuses.invalid, 'The address is invalid', what);
      if (!isObject(address)) {
        throw invalid('address');
      }
      const { line1, line2, city, postalCode, countryCode } = address;
      for (const [name, value] of Object.entries({ line1, line2: line2 ?? '', city, countryCode })) {
        if (!text(value)) {
          throw invalid(name);
        }
      }
      if (line2 === null || !(text(postalCode) || (typeof postalCode === 'number' && Number.isFinite(postalCode)))) {
        throw invalid(line2 === null ? 'line2' : 'postalCode');
      }
      if (!/^[A-Z]{2}$/.test(String(countryCode))) {
        throw invalid('countryCode');
      }
      return { line1, ...(line2 === undefined ? {} : { line2 }), city, postalCode, countryCode };
    },
    checkOrder(order) {
      const invalid = (what: string): Refusal => new Refusal(lua.statuses.invalid, 'The order is invalid', what);
      if (!isObject(order)) {
        throw invalid('order');
      }
      const { isin, side, amount } = order;
      if (!text(isin) || isin === '') {
        throw invalid('isin');
      }
      if (side !== 'buy' && side !== 'sell') {
        throw invalid('side');
      }
      if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0) {
        throw invalid('amount');
      }
    },
    store: (user, address) => void lua.addresses.set(user.id, address),
    stored: (user) => lua.addresses.get(user.id),

    money: (value, user) => `${numeral(value, user, 2)}\u00a0${user.language === 'el' ? '£' : '€'}`,
    percent: (value, user) => `${numeral(value, user, 0)}%`,
    word: (word) => word,
    guides: (user) => data.guides(lua, user),
    fullGuide(id, user) {
      const at = data.guideIds.indexOf(id);
      if (at < 0) {
        throw new Refusal(404, 'Guide not found');
      }
      return data.fullGuide(lua, at, user);
    },
    cash: data.cash,
    portfolios: data.portfolios,
    insights: (user) => data.insights(lua, user),
    summaries: (user) => data.summaries(lua, user),
    notifications: (user) => data.notifications(lua, user),
    updated: (_user, address) => ok({ address }),
    ordered: (_user, { isin, side, amount }) =>
      ok({ orderId: randomUUID(), state: 'accepted', isin, side, amount }, 201),
    profile: (user) => ({ id: user.id, language: user.language, address: lua.stored(user) ?? null }),
    content: (req, user) => content(lua, req, user),

    responseId: () => randomUUID(),
    problem(refusal, req) {
      const { status, message, description } = refusal;
      const challenge = req.headers['authorization'] === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
      return {
        status,
        headers: status === 401 ? [noStore, ['WWW-Authenticate', challenge]] : [noStore],
        body: { status, error: { message, description }, responseId: lua.responseId(req) },
      };
    },
    headerFilter(reply, { area }) {
      setHeader(reply, 'Server', 'openresty');
      if (reply.status >= 300) {
        return;
      }
      const absent = (name: string): boolean => !reply.headers.some(([other]) => other.toLowerCase() === name);
      if (absent('cache-control')) {
        setHeader(reply, 'Cache-Control', area === 'guides' ? 'private, max-age=1800' : 'private, no-store');
      }
      if (area === 'guides' && absent('vary')) {
        setHeader(reply, 'Vary', 'x-user-id, Authorization');
      }
    },
    encode: (value) => JSON.stringify(value),
    bodyFilter: (body) => body,
    log: () => undefined,
    delay: () => 0,
    pieces: (bytes) => [bytes],
  };
  const lua: Lua = { ...settings, ...hooks };
  return lua;
}

function bodyOf(lua: Lua, req: Req): unknown {
  if (!lua.mediaType(req.headers['content-type'], req)) {
    throw new Refusal(lua.statuses.mediaType, 'The body has to be application/json');
  }
  const body = utf8(req.body);
  if (body === undefined) {
    throw new Refusal(lua.statuses.unparsed, 'The body is no UTF-8');
  }
  return lua.decode(body, req);
}

async function content(lua: Lua, req: Req, user: User): Promise<Reply> {
  if (req.method !== 'PATCH' && req.method !== 'POST' && req.query !== '' && lua.statuses.query !== 0) {
    throw new Refusal(lua.statuses.query, 'Unknown query parameter');
  }
  switch (req.area) {
    case 'guides':
      return ok({ data: await lua.guides(user, req) });
    case 'guide':
      if (!/^[a-f0-9]{24}$/.test(req.guideId)) {
        throw new Refusal(lua.statuses.guideId, 'The guide id is malformed');
      }
      return ok(await lua.fullGuide(req.guideId, user, req));
    case 'address': {
      const body = bodyOf(lua, req);
      const address = lua.checkAddress(isObject(body) ? body['address'] : undefined);
      lua.store(user, address, req);
      return lua.updated(user, address);
    }
    case 'orders': {
      const order = bodyOf(lua, req);
      lua.checkOrder(order);
      return lua.ordered(user, order as Json);
    }
    case 'profile':
      return ok(await lua.profile(user));
    default:
      return ok(await lua[req.area as 'cash' | 'portfolios' | 'insights' | 'summaries' | 'notifications'](user, req));
  }
}
