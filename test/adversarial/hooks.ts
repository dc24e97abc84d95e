import type { KeyObject } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Defect, Variation } from './certified.ts';

export type Json = Record<string, unknown>;
export type Area =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'cash'
  | 'portfolios'
  | 'summaries'
  | 'notifications'
  | 'address'
  | 'profile'
  | 'orders'
  | 'none';

export interface User<Language extends string> {
  readonly id: string;
  readonly language: Language;
  readonly place: 'first' | 'second' | 'denied';
}
export interface Grantee {
  id: string;
  secret: string;
  scopes: string[];
}

/** What a hook ends the request with. */
export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;
  constructor(status: number, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.description = description;
  }
}

export interface Reply {
  status: number;
  headers: [string, string][];
  body?: unknown;
  raw?: string | Buffer;
  type?: string;
}
export interface Req<Language extends string> {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string | undefined>;
  readonly body: Buffer;
  readonly area: Area;
  readonly guideId: string;
  readonly socket: Socket;
  user?: User<Language>;
}

export interface Statuses {
  missingUser: number;
  malformedUser: number;
  unknownUser: number;
  unparsed: number;
  invalid: number;
  mediaType: number;
  guideId: number;
  method: number;
  token: number;
  query: number;
}

/**
 * What a toggle may replace, named after the phases of a gateway. A request goes through it in this order: rewrite (a reply
 * ends it), 404 and 405 of the location, 413, credentials, verify, holds, entitled (false: 403), identify (validId,
 * findUser, else strange), denied (true: 403), content; what is thrown becomes problem; then delay, headerFilter,
 * encode, bodyFilter (not for raw), pieces (several are sent chunked), log. Status 0 or 444 closes the connection.
 * The token endpoint uses its own hooks and encode only. identify falls back to the first user on `guide`.
 * checkAddress gets the body's member `address` (undefined where there is none), checkOrder the whole body.
 * statuses.query is 0 where unknown parameters are ignored; statuses.token is that of wrong client credentials.
 */
export interface Hooks<Language extends string> {
  base: string;
  tokenPath: string;
  audience: string;
  otherAudience: string;
  issuer: string;
  kid: string;
  lifetime: number;
  scoped: Grantee;
  unscoped: Grantee;
  users: User<Language>[];
  statuses: Statuses;
  privateKey: KeyObject;
  publicKey: KeyObject;
  addresses: Map<string, Json>;

  decodeGrant: (body: Buffer) => Json | undefined;
  grantHolds: (request: Json) => boolean;
  findClient: (request: Json) => Grantee | undefined;
  audienceHolds: (request: Json) => boolean;
  claims: (client: Grantee) => Json;
  tokenHeader: () => Json;
  tokenAnswer: (client: Grantee, token: string) => Json;
  tokenHeaders: () => [string, string][];
  tokenRefusal: (error: string) => Reply;

  rewrite: (req: Req<Language>) => Reply | undefined | Promise<Reply | undefined>;
  credentials: (req: Req<Language>) => string;
  verify: (token: string, req: Req<Language>) => Promise<Json>;
  holds: (claims: Json, req: Req<Language>) => void;
  scopeOf: (claims: Json) => string[];
  entitled: (claims: Json, req: Req<Language>) => boolean;
  identify: (req: Req<Language>) => User<Language>;
  validId: (id: string, req: Req<Language>) => boolean;
  findUser: (id: string, req: Req<Language>) => User<Language> | undefined;
  strange: (req: Req<Language>) => Refusal;
  denied: (user: User<Language>, req: Req<Language>) => boolean;

  mediaType: (type: string | undefined, req: Req<Language>) => boolean;
  decode: (text: string, req: Req<Language>) => unknown;
  checkAddress: (address: unknown) => Json;
  checkOrder: (order: unknown) => void;
  store: (user: User<Language>, address: Json, req: Req<Language>) => void;
  stored: (user: User<Language>) => Json | undefined;

  money: (value: number, user: User<Language>) => string;
  percent: (value: number, user: User<Language>) => string;
  word: (text: string, user: User<Language>) => string;
  guides: (user: User<Language>, req: Req<Language>) => Json[];
  fullGuide: (id: string, user: User<Language>, req: Req<Language>) => Json;
  cash: (user: User<Language>, req: Req<Language>) => unknown;
  portfolios: (user: User<Language>, req: Req<Language>) => unknown;
  insights: (user: User<Language>, req: Req<Language>) => unknown;
  summaries: (user: User<Language>, req: Req<Language>) => Json;
  notifications: (user: User<Language>, req: Req<Language>) => Json;
  updated: (user: User<Language>, address: Json) => Reply;
  ordered: (user: User<Language>, order: Json) => Reply;
  profile: (user: User<Language>) => unknown;
  content: (req: Req<Language>, user: User<Language>) => Promise<Reply>;

  responseId: (req: Req<Language>) => unknown;
  problem: (refusal: Refusal, req: Req<Language>) => Reply;
  headerFilter: (reply: Reply, req: Req<Language>) => void;
  encode: (value: unknown) => string;
  bodyFilter: (text: string, reply: Reply, req: Req<Language>) => string | Buffer;
  log: (req: Req<Language>, reply: Reply) => void;
  delay: (req: Req<Language>) => number;
  pieces: (bytes: Buffer) => Buffer[];
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
export const json = (value: unknown): Json => (isObject(value) ? value : {});
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function setHeader(reply: Reply, name: string, value?: string): void {
  reply.headers = reply.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  if (value !== undefined) {
    reply.headers.push([name, value]);
  }
}

/** Replaces hooks; the service calls every hook through the object at the time of the request. */
export type Apply<Language extends string> = (hooks: Hooks<Language>) => void;
export interface Fault<Language extends string> extends Defect {
  readonly apply: Apply<Language>;
}
export interface Habit<Language extends string> extends Variation {
  readonly apply: Apply<Language>;
}

/** How the authors of a round write down what they toggle. */
export function toggles<Language extends string>() {
  return {
    fault: (
      id: string,
      breaks: string,
      title: string,
      apply: Apply<Language>,
      also?: readonly string[],
    ): Fault<Language> => ({ id, breaks, title, apply, ...(also === undefined ? {} : { also }) }),
    habit: (id: string, title: string, apply: Apply<Language>): Habit<Language> => ({ id, title, apply }),
  };
}
