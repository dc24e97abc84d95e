export type { Defect, Target, Variation } from '../certified.ts';

export type Bag = Record<string, unknown>;
export type Language = 'en' | 'tr';
export type Route =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'address'
  | 'readback'
  | 'summaries'
  | 'notifications'
  | 'cash'
  | 'portfolios'
  | 'orders';
export interface User {
  readonly id: string;
  readonly language: Language;
  readonly denied: boolean;
  address: Bag;
}
/** A request as the pipeline sees it. */
export interface Exchange {
  readonly route: Route;
  readonly path: string;
  readonly query: string;
  readonly guideId: string;
  readonly trace: string;
  readonly field: (name: string) => string | undefined;
  readonly body: Buffer;
}
export interface Reply {
  status: number;
  fields: Record<string, string>;
  value?: unknown;
  /** Replaces the JSON of value, with the media type of fields. */
  text?: string;
  /** Changes the JSON after it was written. */
  edit?: (json: string) => string;
}
/** What a verified token says. */
export interface Claims {
  readonly client: string;
  readonly scopes: readonly string[];
}
export type Next = (exchange: Exchange) => Promise<Reply>;
export type Layer = (exchange: Exchange, next: Next) => Promise<Reply>;
/** The steps of one started instance; a toggle replaces some of them. */
export interface World {
  readonly issuer: string;
  readonly audience: string;
  readonly publicKey: CryptoKey;
  readonly users: Map<string, User>;
  readonly clients: Map<string, Registration>;
  readonly layers: Layer[];
  readonly claims: Bag;
  sign: (client: string, scopes: readonly string[], audience: string, expiry: number) => Promise<string>;
  grant: (body: Bag) => Promise<Reply>;
  desk: (text: string) => Promise<Reply>;
  verify: (token: string, exchange: Exchange) => Promise<Claims>;
  guard: (exchange: Exchange) => Promise<Claims>;
  admit: (exchange: Exchange, claims: Claims) => void;
  find: (exchange: Exchange) => User;
  mediaType: (exchange: Exchange) => void;
  address: (body: unknown, user: User) => Bag;
  order: (body: unknown) => Bag;
  store: (user: User, address: Bag) => void;
  guides: (user: User | undefined) => Bag[];
}
export interface Registration {
  readonly secret: string;
  readonly scopes: readonly string[];
}
export type Change = (world: World) => void;
