import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import * as facts from './data.ts';
import { holds, now, objectOf, tokenHeader, utf8, verifyJws } from './jwt.ts';
import type { Area, Json, Program, Reply, User } from './model.ts';
import { isObject, Refusal, setHeader } from './model.ts';
import { caught, fail, once } from './prolog.ts';

/** Predicates of the program, which call each other through it: a replaced one counts everywhere. */
type Predicates<Name extends keyof Program> = (program: Program) => Pick<Program, Name>;

const uncached: readonly [string, string] = ['Cache-Control', 'no-store'];
const string = (term: unknown): term is string => typeof term === 'string';
const number = (term: unknown): term is number => typeof term === 'number' && Number.isFinite(term);
const words = (text: unknown): string[] => (string(text) ? text.split(' ').filter((word) => word !== '') : []);

/** Compares digests, so that the time does not tell where two secrets differ. */
function equal(given: unknown, known: string): boolean {
  const [one, other] = [given, known].map((text) => createHash('sha256').update(String(text)).digest());
  return string(given) && one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** :- module(token, ...). */
export const token: Predicates<
  | 'decodeGrant'
  | 'grantHolds'
  | 'findClient'
  | 'audienceHolds'
  | 'claims'
  | 'tokenHeader'
  | 'tokenAnswer'
  | 'tokenHeaders'
  | 'tokenRefusal'
> = (program) => ({
  decodeGrant: (body) => objectOf(utf8(body)),
  grantHolds: (request) => request['grant_type'] === 'client_credentials',
  findClient: ({ client_id, client_secret }) =>
    [program.scoped, program.unscoped].find(({ id, secret }) => equal(client_id, id) && equal(client_secret, secret)),
  audienceHolds: (request) => request['audience'] === program.audience,
  claims({ id, scopes }) {
    const iat = now();
    const { issuer: iss, audience: aud, lifetime } = program;
    return { iss, sub: id, aud, iat, nbf: iat, exp: iat + lifetime, scope: scopes.join(' '), jti: randomUUID() };
  },
  tokenHeader: () => tokenHeader(program),
  tokenAnswer: ({ scopes }, access_token) => ({
    access_token,
    token_type: 'Bearer',
    expires_in: program.lifetime,
    scope: scopes.join(' '),
  }),
  tokenHeaders: () => [[...uncached]],
  tokenRefusal(error) {
    const statuses = new Map([
      ['invalid_client', program.statuses.token],
      ['access_denied', 403],
    ]);
    return { status: statuses.get(error) ?? 400, headers: [[...uncached]], body: { error } };
  },
});

/** :- module(gate, ...): what a request has to prove before its handler is called. */
export const gate: Predicates<
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
> = (program) => ({
  rewrite: () => fail,
  /** authorization(Token) --> scheme("bearer"), whites, token68(Token). */
  credentials: ({ headers }) =>
    once(
      /^bearer +([\w.~+/-]+=*)$/i.exec(headers['authorization'] ?? '')?.[1],
      () => new Refusal(401, 'A bearer token is required'),
    ),
  verify: async (text) => verifyJws(program, text),
  holds: (claims, req) => holds(program, claims, req),
  scopeOf: (claims) => words(claims['scope']),
  entitled: (claims, { area }) => area !== 'guides' || program.scopeOf(claims).includes('service:nbg'),
  identify(req) {
    const { missingUser, malformedUser } = program.statuses;
    const anyone = req.area === 'guide' ? program.users[0] : fail;
    const id = req.headers['x-user-id'];
    if (id === undefined) {
      return once(anyone, () => new Refusal(missingUser, 'The header x-user-id is missing'));
    }
    if (!program.validId(id, req)) {
      return once(anyone, () => new Refusal(malformedUser, 'The header x-user-id is malformed', '^[a-f0-9]{24}$'));
    }
    return once(program.findUser(id, req) ?? anyone, () => program.strange(req));
  },
  validId: (id) => /^[a-f0-9]{24}$/.test(id),
  findUser: (id) => program.users.find((user) => user.id === id),
  strange: ({ area }) => new Refusal(area === 'summaries' ? 401 : program.statuses.unknownUser, 'User not found'),
  denied: ({ place }, { area }) => place === 'denied' && area === 'summaries',
});

type Type = readonly [member: string, holds: (term: unknown) => boolean];
const addressTypes: readonly Type[] = [
  ['line1', string],
  ['line2', (term) => term === undefined || string(term)],
  ['city', string],
  ['postalCode', (term) => string(term) || number(term)],
  ['countryCode', (term) => string(term) && /^[A-Z]{2}$/.test(term)],
];
const orderTypes: readonly Type[] = [
  ['isin', (term) => string(term) && term !== ''],
  ['side', (term) => term === 'buy' || term === 'sell'],
  ['amount', (term) => number(term) && term > 0],
];

/** forall(member(Name-Type, Types), is_of_type(Type, Dict.Name)) */
function mustBe(program: Program, what: string, term: unknown, types: readonly Type[]): Json {
  const wrong = isObject(term) ? types.find(([member, is]) => !is(term[member]))?.[0] : what;
  if (wrong !== undefined || !isObject(term)) {
    throw new Refusal(program.statuses.invalid, `The ${what} is not valid`, wrong ?? what);
  }
  return Object.fromEntries(types.flatMap(([member]) => (member in term ? [[member, term[member]]] : [])));
}

/** :- module(body, ...), :- dynamic address/2. */
export const body: Predicates<'mediaType' | 'decode' | 'checkAddress' | 'checkOrder' | 'store' | 'stored'> = (
  program,
) => ({
  mediaType: (type = '') => type.split(';')[0]?.trim().toLowerCase() === 'application/json',
  decode: (text) =>
    once(
      caught(() => [JSON.parse(text) as unknown] as const),
      () => new Refusal(program.statuses.unparsed, 'The body is not JSON'),
    )[0],
  checkAddress: (address) => mustBe(program, 'address', address, addressTypes),
  checkOrder: (order) => void mustBe(program, 'order', order, orderTypes),
  store({ id }, address) {
    program.addresses.delete(id);
    program.addresses.set(id, address);
  },
  stored: ({ id }) => program.addresses.get(id),
});

/** format(Format, Number): how the locale of a language groups, points and ends an amount. */
const locales = {
  is: { groups: '.', point: ',', currency: 'kr.' },
  he: { groups: ',', point: '.', currency: '₪' },
} as const;

/** ~:d and ~2f in one; digits that say nothing can be left out. */
function digits(value: number, { language }: User, trimmed: boolean): string {
  const { groups, point } = locales[language];
  const text = Math.abs(value).toFixed(2);
  const [whole = '', fraction = ''] = (trimmed ? String(Number(text)) : text).split('.');
  const threes = whole.padStart(Math.ceil(whole.length / 3) * 3).match(/.{3}/g) ?? [];
  return `${value < 0 ? '-' : ''}${threes.join(groups).trimStart()}${fraction === '' ? '' : point + fraction}`;
}

/** :- module(content, ...). */
export const content: Predicates<
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
> = (program) => ({
  money: (value, user) => `${digits(value, user, false)}\u00a0${locales[user.language].currency}`,
  percent: (value, user) => `${digits(value, user, true)}%`,
  word: (text) => text,
  guides: (user) => facts.guides(program, user),
  fullGuide(id, user) {
    const nth = facts.guideIds.indexOf(id);
    return once(
      nth < 0 ? fail : facts.fullGuide(program, nth, user),
      () => new Refusal(404, 'There is no such guide', `guide(${id})`),
    );
  },
  cash: (user) => facts.cash(user),
  portfolios: (user) => facts.portfolios(user),
  insights: (user) => facts.insights(program, user),
  summaries: (user) => facts.summaries(program, user),
  notifications: (user) => facts.notifications(program, user),
  updated: (_user, address) => ({ status: 200, headers: [], body: { address } }),
  ordered: (_user, { isin, side, amount }) => ({
    status: 201,
    headers: [],
    body: { id: randomUUID(), state: 'accepted', isin, side, amount },
  }),
  profile: (user) => ({ id: user.id, language: user.language, address: program.stored(user) ?? null }),
});

/** header(Area, Name, Value): what a success carries where its handler has said nothing else. */
const successHeaders = (area: Area): readonly (readonly [string, string])[] =>
  area === 'guides'
    ? [
        ['Cache-Control', 'private, max-age=1800'],
        ['Vary', 'x-user-id, Authorization'],
      ]
    : [uncached];
const carries = ({ headers }: Reply, name: string): boolean =>
  headers.some(([other]) => other.toLowerCase() === name.toLowerCase());

/** :- module(reply, ...). */
export const reply: Predicates<
  'responseId' | 'problem' | 'headerFilter' | 'encode' | 'bodyFilter' | 'log' | 'delay' | 'pieces'
> = (program) => ({
  responseId: () => randomUUID(),
  problem({ status, message, description }, req) {
    const headers: [string, string][] = [[...uncached]];
    if (status === 401) {
      const given = req.headers['authorization'] !== undefined;
      headers.push(['WWW-Authenticate', `Bearer realm="fjord"${given ? ', error="invalid_token"' : ''}`]);
    }
    return { status, headers, body: { status, error: { message, description }, responseId: program.responseId(req) } };
  },
  headerFilter(answer, { area }) {
    setHeader(answer, 'Server', 'SWI-Prolog');
    if (answer.status >= 200 && answer.status < 300) {
      for (const [name, value] of successHeaders(area).filter(([one]) => !carries(answer, one))) {
        setHeader(answer, name, value);
      }
    }
  },
  encode: (term) => JSON.stringify(term),
  bodyFilter: (text) => text,
  log: () => undefined,
  delay: () => 0,
  pieces: (bytes) => [bytes],
});
