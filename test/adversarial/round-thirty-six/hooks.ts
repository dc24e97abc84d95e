import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import * as data from './data.ts';
import { holds, now, objectOf, tokenHeader, utf8, verifyJws } from './jwt.ts';
import type { Json, User, WebModule } from './model.ts';
import { isObject, Refusal, setHeader } from './model.ts';

type Part<Name extends keyof WebModule> = Pick<WebModule, Name>;

const noStore: [string, string] = ['Cache-Control', 'no-store'];
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** SameStr in a time that does not tell where they differ. */
function sameSecret(given: unknown, known: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return isText(given) && timingSafeEqual(digest(given), digest(known));
}

/** TTokenModule */
export const issuing = (
  module: WebModule,
): Part<
  | 'decodeGrant'
  | 'grantHolds'
  | 'findClient'
  | 'audienceHolds'
  | 'claims'
  | 'tokenHeader'
  | 'tokenAnswer'
  | 'tokenHeaders'
  | 'tokenRefusal'
> => ({
  decodeGrant: (body) => objectOf(utf8(body)),
  grantHolds: ({ grant_type }) => grant_type === 'client_credentials',
  findClient: ({ client_id, client_secret }) =>
    [module.scoped, module.unscoped].find(
      ({ id, secret }) => sameSecret(client_id, id) && sameSecret(client_secret, secret),
    ),
  audienceHolds: ({ audience }) => audience === module.audience,
  claims({ id, scopes }) {
    const issuedAt = now();
    return {
      iss: module.issuer,
      aud: module.audience,
      sub: id,
      scope: scopes.join(' '),
      iat: issuedAt,
      nbf: issuedAt,
      exp: issuedAt + module.lifetime,
      jti: randomUUID(),
    };
  },
  tokenHeader: () => tokenHeader(module),
  tokenAnswer: ({ scopes }, token) => ({
    access_token: token,
    token_type: 'Bearer',
    expires_in: module.lifetime,
    scope: scopes.join(' '),
  }),
  tokenHeaders: () => [noStore],
  tokenRefusal(error) {
    const status = { invalid_client: module.statuses.token, access_denied: 403 }[error] ?? 400;
    return { status, headers: [noStore], body: { error, error_description: error.replaceAll('_', ' ') } };
  },
});

/** What stands ahead of each action. */
export const guarding = (
  module: WebModule,
): Part<
  | 'rewrite'
  | 'credentials'
  | 'verify'
  | 'holds'
  | 'scopeOf'
  | 'entitled'
  | 'identify'
  | 'validId'
  | 'findUser'
  | 'strange'
  | 'denied'
> => ({
  rewrite: () => undefined,
  credentials({ headers: { authorization = '' } }) {
    const token = authorization.match(/^bearer +(?<token>[\w.~+/=-]+)$/i)?.groups?.['token'];
    if (token === undefined) {
      throw new Refusal(401, 'A bearer token is required');
    }
    return token;
  },
  verify: async (token) => verifyJws(module, token),
  holds: (claims, req) => holds(module, claims, req),
  scopeOf: ({ scope }) => (isText(scope) ? scope.split(' ') : []),
  entitled: (claims, { area }) => (area === 'guides' ? module.scopeOf(claims).includes('service:nbg') : true),
  identify(req) {
    const { missingUser, malformedUser } = module.statuses;
    const id = req.headers['x-user-id'];
    const known = (): User | undefined =>
      id !== undefined && module.validId(id, req) ? module.findUser(id, req) : undefined;
    if (req.area === 'guide') {
      const user = known() ?? module.users[0];
      if (user !== undefined) {
        return user;
      }
    }
    if (id === undefined) {
      throw new Refusal(missingUser, 'The header x-user-id is missing');
    }
    if (!module.validId(id, req)) {
      throw new Refusal(malformedUser, 'The header x-user-id is malformed', '24 lowercase hexadecimal characters');
    }
    const user = known();
    if (user === undefined) {
      throw module.strange(req);
    }
    return user;
  },
  validId: (id) => /^[a-f0-9]{24}$/.test(id),
  findUser: (id) => module.users.find((user) => user.id === id),
  strange: ({ area }) => new Refusal(area === 'summaries' ? 401 : module.statuses.unknownUser, 'User not found'),
  denied: ({ place }, { area }) => area === 'summaries' && place === 'denied',
});

/** What comes in, and where it is kept. */
export const reading = (
  module: WebModule,
): Part<'mediaType' | 'decode' | 'checkAddress' | 'checkOrder' | 'store' | 'stored'> => ({
  mediaType: (type = '') => /^application\/json$/i.test(type.replace(/;.*$/s, '').trim()),
  decode(text) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new Refusal(module.statuses.unparsed, 'The body is not JSON');
    }
  },
  checkAddress(address) {
    const demand = (holds: boolean, member: string): void => {
      if (!holds) {
        throw new Refusal(module.statuses.invalid, 'The address is not valid', member);
      }
    };
    if (!isObject(address)) {
      throw new Refusal(module.statuses.invalid, 'The address is not valid', 'address');
    }
    const { line1, line2, city, postalCode, countryCode } = address;
    demand(isText(line1), 'line1');
    demand(line2 === undefined || isText(line2), 'line2');
    demand(isText(city), 'city');
    demand(isText(postalCode) || isNumber(postalCode), 'postalCode');
    demand(isText(countryCode) && /^[A-Z]{2}$/.test(countryCode), 'countryCode');
    return { line1, ...(line2 === undefined ? {} : { line2 }), city, postalCode, countryCode };
  },
  checkOrder(order) {
    const { isin, side, amount } = isObject(order) ? order : {};
    const wrong = [
      isObject(order) ? undefined : 'order',
      isText(isin) && isin.length > 0 ? undefined : 'isin',
      side === 'buy' || side === 'sell' ? undefined : 'side',
      isNumber(amount) && amount > 0 ? undefined : 'amount',
    ].find((member) => member !== undefined);
    if (wrong !== undefined) {
      throw new Refusal(module.statuses.invalid, 'The order is not valid', wrong);
    }
  },
  store: ({ id }, address) => void module.addresses.set(id, address),
  stored: ({ id }) => module.addresses.get(id),
});

/** TFormatSettings of a language, never those of the machine. */
const formats = {
  pt: { decimal: ',', thousand: '.', currency: '€' },
  pl: { decimal: ',', thousand: '\u00a0', currency: 'zł' },
} as const;

function formatted(value: number, { language }: User, fraction: string): string {
  const { decimal, thousand } = formats[language];
  const [whole = '', rest = ''] = fraction.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousand);
  return `${value < 0 ? '-' : ''}${grouped}${rest === '' ? '' : decimal}${rest}`;
}

/** What goes out. */
export const showing = (
  module: WebModule,
): Part<
  | 'money'
  | 'percent'
  | 'word'
  | 'guides'
  | 'fullGuide'
  | 'cash'
  | 'portfolios'
  | 'insights'
  | 'summaries'
  | 'notifications'
  | 'updated'
  | 'ordered'
  | 'profile'
> => ({
  money: (value, user) =>
    `${formatted(value, user, Math.abs(value).toFixed(2))}\u00a0${formats[user.language].currency}`,
  percent: (value, user) => `${formatted(value, user, String(Number(Math.abs(value).toFixed(2))))}%`,
  word: (text) => text,
  guides: (user) => data.guides(module, user),
  fullGuide(id, user) {
    const row = data.guideIds.indexOf(id);
    if (row < 0) {
      throw new Refusal(404, 'No guide has that id', id);
    }
    return data.fullGuide(module, row, user);
  },
  cash: (user) => data.cash(user),
  portfolios: (user) => data.portfolios(user),
  insights: (user) => data.insights(module, user),
  summaries: (user) => data.summaries(module, user),
  notifications: (user) => data.notifications(module, user),
  updated: (_user, address) => ({ status: 200, headers: [], body: { updated: true, address } }),
  ordered: (_user, { isin, side, amount }) => ({
    status: 201,
    headers: [],
    body: { transactionId: randomUUID(), status: 'pending', isin, side, amount },
  }),
  profile: (user) => ({ userId: user.id, locale: user.language, address: module.stored(user) ?? null }),
});

/** TWebResponse */
export const answering = (
  module: WebModule,
): Part<'responseId' | 'problem' | 'headerFilter' | 'encode' | 'bodyFilter' | 'log' | 'delay' | 'pieces'> => ({
  responseId: () => randomUUID(),
  problem({ status, message, description }, req) {
    const body: Json = { responseId: module.responseId(req), status, error: { message, description } };
    const headers: [string, string][] = [noStore];
    if (status === 401) {
      const reason = req.headers['authorization'] === undefined ? '' : ', error="invalid_token"';
      headers.push(['WWW-Authenticate', `Bearer realm="estuary"${reason}`]);
    }
    return { status, headers, body };
  },
  headerFilter(reply, { area }) {
    setHeader(reply, 'Server', 'Indy/10.6.2');
    const given = new Set(reply.headers.map(([name]) => name.toLowerCase()));
    if (reply.status >= 200 && reply.status < 300) {
      const defaults: readonly [string, string][] =
        area === 'guides'
          ? [
              ['Cache-Control', 'private, max-age=1800'],
              ['Vary', 'Authorization, x-user-id'],
            ]
          : [['Cache-Control', 'private, no-store']];
      reply.headers.push(...defaults.filter(([name]) => !given.has(name.toLowerCase())));
    }
  },
  encode: (value) => JSON.stringify(value),
  bodyFilter: (text) => text,
  log: () => undefined,
  delay: () => 0,
  pieces: (bytes) => [bytes],
});
