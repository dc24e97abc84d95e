import type { Client } from './types.ts';

export type Language = 'en' | 'de';
export type Endpoint =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'address'
  | 'summaries'
  | 'notifications'
  | 'cash'
  | 'portfolios'
  | 'orders'
  | 'profile';
export type Kind =
  | 'no-token'
  | 'bad-token'
  | 'no-scope'
  | 'no-user-id'
  | 'bad-user-id'
  | 'unknown-user'
  | 'denied'
  | 'no-route'
  | 'no-method'
  | 'media-type'
  | 'no-json'
  | 'wrong-body'
  | 'bad-guide-id'
  | 'no-guide'
  | 'query'
  | 'too-large'
  | 'conflict'
  | 'shed'
  | 'abend';
export type Members = Record<string, unknown>;

export interface Address {
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly postalCode: number | string;
  readonly countryCode: string;
}
export interface Order {
  readonly isin: string;
  readonly side: string;
  readonly amount: number;
}
export interface User {
  readonly id: string;
  readonly language: Language;
  readonly currency: string;
  readonly denied: boolean;
  readonly scale: number;
}
export interface Wording {
  readonly title: string;
  readonly text: string;
}
export interface Guide {
  readonly id: string;
  readonly key: string;
  readonly slug: string;
  readonly chapters: number;
  readonly colour: string;
  readonly webCover: boolean;
  readonly texts: Readonly<Record<Language, Wording>>;
}
export interface Notice {
  readonly channel: 'app' | 'email';
  readonly category: number;
  readonly id: string;
  readonly texts: Readonly<Record<Language, Wording>>;
}
export interface ClientRow extends Client {
  readonly scopes: readonly string[];
}
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly authorization: string | undefined;
  readonly userId: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
  endpoint?: Endpoint | undefined;
  guideId: string;
  nth: number;
  claims?: Members | undefined;
  user?: User | undefined;
}
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly raw?: string | undefined;
}
export interface Opened {
  readonly rc: 0 | 4 | 8;
  readonly payload: Members;
}
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

export interface Steps {
  saf: (id: unknown, secret: unknown) => 0 | 4 | 8;
  safPasses: (rc: number) => boolean;
  grantKnown: (grant: unknown) => boolean;
  lifetime: (now: number) => number;
  claims: (row: ClientRow, now: number, lifetime: number) => Members;
  sign: (claims: Members) => Promise<string>;
  open: (token: string) => Promise<Opened>;
  granted: (row: ClientRow, answer: TokenAnswer) => Reply;
  clock: (x: Exchange) => number;
  verified: (x: Exchange, opened: Opened) => boolean;
  audienceFits: (x: Exchange, audience: unknown) => boolean;
  scopesOf: (claims: Members) => readonly string[];
  authorise: (x: Exchange) => Promise<void>;
  entitled: (x: Exchange) => boolean;
  identify: (x: Exchange) => void;
  parse: (x: Exchange) => unknown;
  address: (x: Exchange, value: unknown) => Address;
  store: (x: Exchange, address: Address) => void;
  stored: (user: User) => Address | undefined;
  order: (x: Exchange, value: unknown) => Order;
  gate: (x: Exchange) => Promise<void>;
  listing: (x: Exchange) => readonly Members[];
  fullGuide: (x: Exchange) => Members | undefined;
  days: (x: Exchange) => Members;
  settings: (x: Exchange) => Members;
  cash: (x: Exchange) => unknown;
  portfolios: (x: Exchange) => Promise<unknown>;
  insights: (x: Exchange) => unknown;
  profile: (x: Exchange) => unknown;
  message: (x: Exchange, kind: Kind) => string;
  responseId: (x: Exchange) => string;
  refuse: (x: Exchange, kind: Kind, detail: string | null) => Reply;
  answer: (x: Exchange) => Promise<Reply>;
  finish: (x: Exchange, reply: Reply) => Reply;
  text: (x: Exchange, body: unknown) => string;
  pieces: (text: string) => readonly string[];
}

export interface Site {
  basePath: string;
  tokenPath: string;
  keysPath: string;
  issuer: string;
  audience: string;
  otherAudience: string;
  tokenStatus: number;
  clients: { scoped: ClientRow; unscoped: ClientRow };
  users: { first: User; second: User; denied: User };
  guides: readonly Guide[];
  notices: readonly Notice[];
  categories: Readonly<Record<number, Readonly<Record<Language, string>>>>;
  statuses: Record<Kind, number>;
  pointer: string;
  money: (amount: number, user: User) => string;
  share: (ratio: number, user: User) => string;
  chartLabel: (moment: number, user: User) => string;
  mood: (score: number) => string;
  assets: readonly string[];
  moments: readonly number[];
  keys: readonly Members[];
  otherAudienceToken: () => Promise<string>;
  steps: Steps;
}
export type Toggle = (site: Site) => void | Promise<void>;

export class Refused extends Error {
  readonly kind: Kind;
  readonly detail: string | null;
  constructor(kind: Kind, detail: string | null = null) {
    super(kind);
    this.kind = kind;
    this.detail = detail;
  }
}

export class Shown extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super('shown');
    this.reply = reply;
  }
}

export function wrap<K extends keyof Steps>(site: Site, name: K, make: (inner: Steps[K]) => Steps[K]): void {
  site.steps[name] = make(site.steps[name]);
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
