import type { Answer, Bag, Client, Language, Message, Route } from './types.ts';

export interface UserRow {
  readonly id: string;
  readonly language: Language;
  readonly factor: number;
  readonly denied: boolean;
}
export interface GuideRow {
  readonly id: string;
  readonly slug: string;
  readonly chapters: number;
  readonly cover: boolean;
  readonly title: Record<Language, string>;
  readonly description: Record<Language, string>;
}
export interface PerformerRow {
  readonly asset: string;
  readonly value: number;
  readonly weight: number;
  /** Change since the day before; null where there was none to compare with. */
  readonly change: number | null;
}
export interface DayRow {
  readonly ago: number;
  readonly cash: number;
  readonly savings: number;
  readonly holdings: number;
  readonly performers: readonly PerformerRow[];
}
export interface NotificationRow {
  readonly channel: 'app' | 'email';
  readonly category: string;
  readonly id: string;
  readonly active: boolean;
}
interface Tables {
  users: readonly UserRow[];
  guides: readonly GuideRow[];
  days: readonly DayRow[];
  readonly notifications: readonly NotificationRow[];
  readonly addresses: Map<string, Bag>;
}
/** What the installation script is given. */
export interface Config {
  readonly prefix: string;
  readonly audience: string;
  readonly kid: string;
  readonly lifetime: number;
  readonly scoped: Client;
  readonly unscoped: Client;
  readonly pointer: string;
}
export interface Claims extends Bag {
  readonly sub: string;
  readonly scope: string;
  readonly jti: string;
}
/** The session context of one request. */
export interface Call extends Omit<Message, 'body'> {
  /** The body as text; undefined where its bytes are no UTF-8. */
  readonly body: string | undefined;
  route: Route | undefined;
  guideId: string;
  token: string;
  claims: Claims | undefined;
  user: UserRow | undefined;
}
export type Fields = Answer['fields'];
type Grant = Record<'grant_type' | 'audience' | 'client_id' | 'client_secret', unknown>;

/** An exception of the database, with the HTTP status that its SQLSTATE stands for. */
export class Raise extends Error {
  readonly status: number;
  readonly detail: string | null;
  readonly fields: Fields;
  constructor(status: number, message: string, detail: string | null = null, fields: Fields = {}) {
    super(message);
    this.status = status;
    this.detail = detail;
    this.fields = fields;
  }
}
/** What a view or procedure answers: a status and a value to be written as JSON. */
export interface Result {
  status: number;
  value: unknown;
  fields: Fields;
}
export interface TokenService {
  request: (text: string | undefined) => Bag;
  checkGrant: (grant: Grant) => void;
  client: (grant: Grant) => Client;
  checkAudience: (grant: Grant) => void;
  scope: (client: Client) => string;
  /** The scopes as the token answer tells them. */
  toldScope: (client: Client) => string;
  claims: (client: Client) => Bag;
  sign: (claims: Bag) => Promise<string>;
  answer: (client: Client, token: string) => Bag;
  fields: () => Fields;
  refusal: (raise: Raise) => Answer;
}
export interface Guard {
  bearer: (call: Call) => string;
  verify: (call: Call) => Promise<Claims>;
  audience: (claimed: unknown) => boolean;
  scope: (payload: Bag) => unknown;
  mayReadGuides: (call: Call) => boolean;
  userId: (call: Call) => string;
  user: (call: Call, id: string) => UserRow;
  admit: (call: Call, user: UserRow) => void;
}
export interface Writes {
  checkType: (call: Call) => void;
  parse: (call: Call) => unknown;
  address: (body: unknown) => Bag;
  checkCountry: (address: Bag) => void;
  store: (user: UserRow, address: Bag) => void;
  refused: (call: Call) => void;
  order: (body: unknown) => Bag;
}
export interface Output {
  id: () => string;
  error: (call: Call, raise: Raise) => unknown;
  fields: (call: Call, result: Result) => Fields;
  render: (value: unknown) => string;
  /** The last word on any answer of the API. */
  finish: (call: Call, answer: Answer) => Answer | Promise<Answer>;
}
interface Formats {
  money: (amount: number, language: Language) => string;
  share: (weight: number, language: Language) => string;
  chartLabel: (at: number, language: Language) => string;
}
type View = (call: Call, user: UserRow | undefined) => Result | Promise<Result>;
export interface Schema {
  readonly config: Config;
  readonly tables: Tables;
  readonly started: number;
  clock: () => number;
  readonly token: TokenService;
  readonly guard: Guard;
  readonly writes: Writes;
  readonly out: Output;
  readonly formats: Formats;
  readonly views: Record<Route, View>;
  unknownRoute: (call: Call) => Raise;
  unknownMethod: (call: Call, allowed: string) => Raise;
  /** How an answer is put on the wire: pieces of the body, or undefined for a length. */
  pieces: ((body: string) => string[]) | undefined;
}
/** A script that replaces functions of one schema. */
export type Migration = (db: Schema) => void;
export const row = (status: number, value: unknown, fields: Fields = {}): Result => ({ status, value, fields });
export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
