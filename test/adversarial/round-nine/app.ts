import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppEvent } from './events.ts';

export type Json = Record<string, unknown>;
export type Handler = (context: Context) => Promise<Response> | Response;
export type Middleware = (context: Context, next: () => Promise<Response>) => Promise<Response>;
export type Toggle = (app: App) => void;
export type RouteName =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'cash'
  | 'portfolios'
  | 'summaries'
  | 'notifications'
  | 'address'
  | 'readBack'
  | 'orders';

export interface Route {
  readonly name: RouteName;
  readonly method: string;
  readonly path: RegExp;
}

/** What the middlewares learn of a request on its way in. */
export interface Context {
  readonly request: Request;
  readonly url: URL;
  readonly method: string;
  route?: Route;
  id?: string;
  token?: string;
  claims?: Json;
  user?: string;
  body?: unknown;
}

export class Refusal extends Error {
  readonly status: number;
  readonly description: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, description: unknown = null, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.description = description;
    this.headers = headers;
  }
}

export interface ClientRecord {
  readonly name: 'scoped' | 'unscoped';
  readonly id: string;
  readonly secret: string;
  scopes: string[];
}

export interface Tokens {
  claims: (client: ClientRecord, seconds: number) => Json;
  header: Json;
  lifetime: number;
  audience: string;
  answer: (answer: Json, client: ClientRecord) => Json;
  headers: Record<string, string>;
  sameSecret: (given: string, stored: string) => boolean;
  knownGrant: (grant: unknown) => boolean;
  refuse: (status: number, error: string) => Response;
  scopesOf: (claims: Json) => readonly string[];
}

/** All that a team could have written otherwise; a toggle replaces one part before the start. */
export interface App {
  readonly log: AppEvent[];
  readonly users: { first: string; second: string; denied: string };
  readonly languages: { first: string; second: string };
  readonly clients: ClientRecord[];
  readonly tokens: Tokens;
  readonly routes: Route[];
  readonly handlers: Record<RouteName, Handler>;
  /** Middlewares outside of the one that turns refusals into answers, the outermost first. */
  readonly outer: Middleware[];
  /** Middlewares between the guards and the handler. */
  readonly inner: Middleware[];
  prefix: string;
  authPath: string;
  guideCount: number;
  days: number;
  clock: () => number;
  newId: () => string | Promise<string>;
  errorBody: (refusal: Refusal, context: Context, responseId: string) => Json;
  challenge: Record<string, string>;
  bearer: (header: string | null) => string;
  verify: (token: string) => Promise<Json>;
  keyOf: (header: string) => string | undefined;
  userExists: (id: string) => boolean;
  unknownUser: (context: Context) => Refusal;
  allows: (claims: Json) => boolean;
  guideId: (raw: string) => string | undefined;
  parse: (text: string) => unknown;
  jsonType: (type: string) => boolean;
  checkAddress: (body: unknown) => void;
  checkOrder: (body: unknown) => void;
  addressOf: (user: string) => Json;
  store: (user: string, address: Json) => void;
  languageOf: (user: string | undefined, context: Context) => string;
  money: (value: number, language: string) => string;
  percent: (value: number, language: string) => string;
  readBody: (request: Request) => Promise<string>;
  write: (response: Response, body: Buffer, raw: ServerResponse, incoming: IncomingMessage) => void | Promise<void>;
  onParserError: (code: string) => string;
  onUnknownMethod: () => Refusal;
}
