import { randomUUID } from 'node:crypto';
import { addressOf, orderOf, parseBody } from './bodies.ts';
import {
  cashOf,
  DENIED,
  FIRST,
  fullGuideOf,
  guidesOf,
  insightsOf,
  newAddress,
  portfoliosOf,
  SECOND,
  settingsOf,
  summariesOf,
} from './data.ts';
import { Refusal } from './refusal.ts';
import type { Keys } from './tokens.ts';
import { authorize, makeKeys } from './tokens.ts';
import type { Answer, Bag, Exchange, Read, Registered, User } from './types.ts';

const registered = (id: string, secret: string, scopes: string[]): Registered => ({ id, secret, scopes });

const known = (x: Exchange): User => {
  if (x.user === undefined) throw new Refusal(422, 'user', 'x-user-id is required');
  return x.user;
};

const person = (id: string, language: User['language'], denied = false): [string, User] => [
  id,
  { id, language, denied, address: newAddress(`${language} 1`) },
];

/** One instance of the service. Defects and variations replace its members. */
export class App {
  readonly keys: Keys;
  prefix = '/api/v2';
  tokenPath = '/oauth/token';
  audience = 'https://api.quantdesk.example/m2m';
  issuer = 'https://id.quantdesk.example/';
  kid = 'qd-2025-06';
  lifetime = 3600;
  scoped = registered('qd-client-7Zk1', 'b7Jr0pQx_5eW9sVd', ['service:nbg', 'profile:read']);
  unscoped = registered('qd-client-Vn42', 'm3Ky8tLc-1aF6hGz', ['profile:read']);
  readonly users = new Map<string, User>([person(FIRST, 'en'), person(SECOND, 'de'), person(DENIED, 'en', true)]);
  /** Statuses of refusals by kind. */
  statuses: Record<string, number> = {};
  requests = 0;

  private constructor(keys: Keys) {
    this.keys = keys;
  }

  static async create(): Promise<App> {
    return new App(await makeKeys());
  }

  claims = (client: Registered): Bag => ({
    azp: client.id,
    sub: `${client.id}@clients`,
    scope: client.scopes.join(' '),
    gty: 'client-credentials',
  });

  tokenAnswer = (client: Registered, token: string): Bag => ({
    access_token: token,
    token_type: 'Bearer',
    expires_in: this.lifetime,
    scope: client.scopes.join(' '),
  });

  checkGrant = (body: Bag): boolean => body['grant_type'] === 'client_credentials';
  secretOf = (body: Bag): unknown => body['client_secret'];
  tokenRefusal = (status: number, error: string): Answer => ({
    status,
    fields: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ error, error_description: 'The request was refused' }),
  });

  bearer = (x: Exchange): string | undefined =>
    /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(x.field('authorization') ?? '')?.[1];

  authorize = (x: Exchange): Promise<Bag> => authorize(this, x);

  checkScope = (x: Exchange): boolean => String(x.claims['scope']).split(' ').includes('service:nbg');

  userId = (x: Exchange): string => {
    const id = x.field('x-user-id');
    if (id === undefined) throw new Refusal(422, 'user-missing', 'Field required: x-user-id');
    if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal(422, 'user-malformed', 'Pattern mismatch: x-user-id');
    return id;
  };

  findUser = (x: Exchange): User => {
    const found = this.users.get(this.userId(x));
    if (found !== undefined) return found;
    throw new Refusal(x.route === 'summaries' ? 401 : 404, 'user-unknown', 'User not found');
  };

  checkQuery: (x: Exchange) => void = () => undefined;
  parse = (x: Exchange): unknown => parseBody(x);
  addressOf: (body: unknown, user: User) => Bag = (body) => addressOf(body);
  orderOf: (body: unknown) => Bag = (body) => orderOf(body);
  store = (user: User, address: Bag): void => {
    user.address = address;
  };
  stored = (user: User): Bag => user.address;

  payload: Record<Read, (x: Exchange) => unknown> = {
    guides: (x) => ({ data: guidesOf(known(x).language) }),
    guide: (x) => {
      if (!/^[a-f0-9]{24}$/.test(x.guideId)) throw new Refusal(422, 'guide-malformed', 'The id is malformed');
      const guide = fullGuideOf(this.users.get(x.field('x-user-id') ?? '')?.language ?? 'en', x.guideId);
      if (guide === undefined) throw new Refusal(404, 'guide-unknown', 'Guide not found');
      return guide;
    },
    insights: (x) => insightsOf(known(x)),
    readback: (x) => ({ id: known(x).id, language: known(x).language, address: this.stored(known(x)) }),
    summaries: (x) => {
      if (known(x).denied) throw new Refusal(403, 'denied', 'Access denied');
      return summariesOf(known(x));
    },
    notifications: (x) => settingsOf(known(x)),
    cash: (x) => cashOf(known(x)),
    portfolios: (x) => portfoliosOf(known(x)),
  };

  saved: (x: Exchange) => Answer = () => this.json(200, { message: 'Address updated successfully' });
  ordered: (x: Exchange, order: Bag) => Answer = (_x, order) =>
    this.json(201, { id: randomUUID(), status: 'accepted', ...order });

  cacheFields = (x: Exchange): Record<string, string | string[]> =>
    x.route === 'guides' || x.route === 'guide'
      ? { 'cache-control': 'private, max-age=1800', vary: 'Accept-Encoding, x-user-id, Authorization' }
      : { 'cache-control': 'private, no-store' };

  encode: (value: unknown) => string = (value) => JSON.stringify(value);

  json = (status: number, value: unknown): Answer => ({
    status,
    fields: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: this.encode(value),
  });

  errorBag: (refusal: Refusal, status: number, x: Exchange) => Bag = (refusal, status) => ({
    status,
    error: { message: refusal.message, description: refusal.description },
    responseId: randomUUID(),
  });

  refuse = (refusal: Refusal, x: Exchange): Answer => {
    const status = this.statuses[refusal.kind] ?? refusal.status;
    const answer = this.json(status, this.errorBag(refusal, status, x));
    if (status === 401) answer.fields['www-authenticate'] = 'Bearer realm="quantdesk"';
    return answer;
  };

  /** The outermost middleware: the last look at an answer. */
  leave: (x: Exchange, answer: Answer) => Answer | Promise<Answer> = (_x, answer) => answer;
  /** How the body is cut on the wire; undefined: in one piece with its length. */
  pieces: ((body: Buffer) => Buffer[]) | undefined;
  extra: (x: Exchange) => Record<string, string | string[]> = () => ({});
}
