import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import * as content from './content.ts';
import type { GuideRow } from './data.ts';
import { firstAddress, guideRows, READER, USERS } from './data.ts';
import type { Keys } from './idp.ts';
import * as idp from './idp.ts';
import type { ClientRow, Exchange, Json, Language, Reply, RouteName, TokenRefusal, User } from './model.ts';
import { json, Refusal } from './model.ts';
import type { History } from './private.ts';
import { historyOf, privately, settingsOf } from './private.ts';
import * as writes from './writes.ts';

export const SCOPE = 'service:nbg';

type Handler = (user: User, exchange: Exchange) => Reply | Promise<Reply>;

interface Settings {
  base: string;
  tokenPath: string;
  issuer: string;
  audience: string;
  otherAudience: string;
  lifetime: number;
  kid: string;
  keyNotes: Json;
  mediaType: string;
  readBack: { path: string; pointer: string };
  status: { malformedUser: number; unknownUser: number; shape: number; malformedGuide: number };
}

interface Tables {
  clients: ClientRow[];
  guides: GuideRow[];
  readonly addresses: Map<string, Json>;
  readonly today: number;
}

export interface Flow {
  readonly settings: Settings;
  readonly tables: Tables;
  readonly keys: Keys;
  readonly handlers: Record<RouteName, Handler>;
  grant(exchange: Exchange): Promise<Reply>;
  checkGrantType(body: Json): void;
  checkSecret(client: ClientRow | undefined, body: Json): ClientRow;
  claimsOf(client: ClientRow): JWTPayload;
  tokenAnswer(client: ClientRow, token: string, body: Json): Json;
  refuseGrant(refusal: TokenRefusal): Reply;
  credentials(exchange: Exchange): string | Promise<string>;
  verify(token: string, exchange: Exchange): Promise<JWTPayload>;
  now(exchange: Exchange): Date;
  audienceFits(audience: string): boolean;
  scopeAllows(claims: JWTPayload): boolean;
  userId(exchange: Exchange): string;
  findUser(id: string, exchange: Exchange): User | undefined;
  unknownUser(exchange: Exchange): Refusal;
  unknownRoute(): Refusal;
  languageOfGuides(user: User): Language;
  orderOfGuides(rows: readonly GuideRow[]): readonly GuideRow[];
  guideView(row: GuideRow, language: Language): Json;
  guidePolicy(): string;
  findGuide(id: string): GuideRow | undefined;
  history(user: User): History;
  parseBody(exchange: Exchange): unknown;
  checkAddress(body: unknown): Json;
  storeAddress(user: User, address: Json): void;
  readAddress(user: User): Json | undefined;
  updateAnswer(): unknown;
  checkIsin(isin: unknown): void;
  boundAmount(amount: number): number;
  orderAnswer(order: Json): unknown;
  profile(address: Json | undefined, user: User): unknown;
  responseId(): string;
  refuse(refusal: Refusal, exchange: Exchange): Reply;
  serve(exchange: Exchange): Promise<Reply>;
  serialize(body: unknown): string;
  pieces(text: string): string[] | undefined;
}

const CLIENTS: readonly ClientRow[] = [
  {
    id: 'm2m-desk-2041',
    secret: 'dR7v-Quiet-Harbour-51',
    scopes: ['m2m:read', SCOPE, 'm2m:write'],
    tenant: 'brickhill',
  },
  { id: 'm2m-desk-2042', secret: 'kT2n-Plain-Lantern-88', scopes: ['m2m:read', 'm2m:write'], tenant: 'brickhill' },
];

function makeSettings(): Settings {
  return {
    base: '/m2m',
    tokenPath: '/oauth/token',
    issuer: '',
    audience: 'https://m2m.brickhill.example',
    otherAudience: 'https://studio.brickhill.example',
    lifetime: 3_600,
    kid: 'bh-2026-11',
    keyNotes: {},
    mediaType: 'application/json; charset=utf-8',
    readBack: { path: '/users/me/profile', pointer: '/profile/address' },
    status: { malformedUser: 400, unknownUser: 404, shape: 422, malformedGuide: 400 },
  };
}

function userId(flow: Flow, exchange: Exchange): string {
  const id = exchange.headers.get('x-user-id');
  if (id === undefined) throw new Refusal('user-missing', flow.settings.status.malformedUser, 'x-user-id is missing');
  if (!/^[a-f0-9]{24}$/.test(id)) {
    throw new Refusal('user-malformed', flow.settings.status.malformedUser, 'x-user-id is malformed');
  }
  return id;
}

function unknownUser(flow: Flow, exchange: Exchange): Refusal {
  const summaries = exchange.route === 'summaries';
  const headers = summaries ? { 'WWW-Authenticate': 'Bearer realm="m2m"' } : {};
  return new Refusal('user-unknown', summaries ? 401 : flow.settings.status.unknownUser, 'User not found', { headers });
}

function refuse(flow: Flow, refusal: Refusal): Reply {
  return json(
    refusal.status,
    {
      responseId: flow.responseId(),
      status: refusal.status,
      error: { message: refusal.message, description: refusal.description },
    },
    { 'Cache-Control': 'no-store', ...refusal.headers },
  );
}

function handlersOf(flow: Flow): Record<RouteName, Handler> {
  return {
    guides: (user) => content.guides(flow, user),
    guide: (user, exchange) => content.guide(flow, user, exchange),
    insights: (user) => privately({ insights: content.insightRows(user) }),
    cash: (user) => privately(content.cashOf(user)),
    portfolios: (user) => privately(content.portfolioOf(user)),
    summaries: (user) => {
      if (user.denied) throw new Refusal('denied', 403, 'Access denied');
      return privately(flow.history(user));
    },
    notifications: (user) => privately(settingsOf(user)),
    profile: (user) => privately(flow.profile(flow.readAddress(user), user)),
    address: (user, exchange) => writes.updateAddress(flow, user, exchange),
    orders: (_user, exchange) => writes.placeOrder(flow, exchange),
  };
}

async function serve(flow: Flow, exchange: Exchange): Promise<Reply> {
  if (exchange.tooLarge) throw new Refusal('size', 413, 'The body is too large');
  const claims = await flow.verify(await flow.credentials(exchange), exchange);
  if (exchange.route === 'guides' && !flow.scopeAllows(claims)) {
    throw new Refusal('scope', 403, `The scope ${SCOPE} is missing`);
  }
  const route = exchange.route;
  if (route === undefined) throw flow.unknownRoute();
  if (route === 'guide') {
    const named = USERS.find((user) => user.id === exchange.headers.get('x-user-id'));
    return await flow.handlers.guide(named ?? READER, exchange);
  }
  const user = flow.findUser(flow.userId(exchange), exchange);
  if (user === undefined) throw flow.unknownUser(exchange);
  exchange.user = user;
  return await flow.handlers[route](user, exchange);
}

export function makeFlow(keys: Keys): Flow {
  const addresses = new Map(USERS.map((user) => [user.id, firstAddress(user)]));
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const flow: Flow = {
    settings: makeSettings(),
    tables: { clients: [...CLIENTS], guides: guideRows(), addresses, today },
    keys,
    get handlers() {
      return handlers;
    },
    grant: (exchange) => idp.grant(flow, exchange),
    checkGrantType: idp.checkGrantType,
    checkSecret: idp.checkSecret,
    claimsOf: idp.claimsOf,
    tokenAnswer: (client, token) => idp.tokenAnswer(flow, client, token),
    refuseGrant: idp.refuseGrant,
    credentials: idp.credentials,
    verify: (token, exchange) => idp.verify(flow, token, exchange),
    now: () => new Date(),
    audienceFits: (audience) => audience === flow.settings.audience,
    scopeAllows: (claims) => typeof claims.scope === 'string' && claims.scope.split(' ').includes(SCOPE),
    userId: (exchange) => userId(flow, exchange),
    findUser: (id) => USERS.find((user) => user.id === id),
    unknownUser: (exchange) => unknownUser(flow, exchange),
    unknownRoute: () => new Refusal('route', 404, 'There is no such path'),
    languageOfGuides: (user) => user.language,
    orderOfGuides: (rows) => rows,
    guideView: content.guideView,
    guidePolicy: () => 'private, max-age=1800',
    findGuide: (id) => content.findGuide(flow.tables.guides, id),
    history: (user) => historyOf(flow, user),
    parseBody: writes.parseBody,
    checkAddress: (body) => writes.checkAddress(flow, body),
    storeAddress: (user, address) => {
      addresses.set(user.id, address);
    },
    readAddress: (user) => addresses.get(user.id),
    updateAnswer: () => ({ message: 'Address updated' }),
    checkIsin: (isin) => {
      writes.checkIsin(flow, isin);
    },
    boundAmount: (amount) => amount,
    orderAnswer: (order) => order,
    profile: (address, user) => ({ profile: { language: user.language, address } }),
    responseId: randomUUID,
    refuse: (refusal) => refuse(flow, refusal),
    serve: (exchange) => serve(flow, exchange),
    serialize: (body) => JSON.stringify(body),
    pieces: () => undefined,
  };
  const handlers = handlersOf(flow);
  return flow;
}
