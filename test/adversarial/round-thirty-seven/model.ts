import type { KeyObject } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Defect, Variation } from './types.ts';

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

export interface User {
  readonly id: string;
  readonly language: 'is' | 'he';
  readonly place: 'first' | 'second' | 'denied';
}
export interface Grantee {
  id: string;
  secret: string;
  scopes: string[];
}

/** What a predicate ends the request with. */
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
export interface Req {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string | undefined>;
  readonly body: Buffer;
  readonly area: Area;
  readonly guideId: string;
  readonly socket: Socket;
  user?: User;
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
 * The program: whatever a toggle may replace. A request goes through it in this order: dispatch (a reply
 * ends it), 404 and 405 of the location, 413, credentials, verify, holds, entitled (false: 403), identify (validId,
 * findUser, else strange), denied (true: 403), content; what is thrown becomes problem; then delay, replyHeaders,
 * encode, replyText (not for raw), pieces (several are sent chunked), log. Status 0 closes the connection.
 * The token endpoint uses its own hooks and encode only. identify falls back to the first user on `guide`.
 * checkAddress gets the body's member `address` (undefined where there is none), checkOrder the whole body.
 * statuses.query is 0 where unknown parameters are ignored; statuses.token is that of wrong client credentials.
 */
export interface Program {
  base: string;
  tokenPath: string;
  audience: string;
  otherAudience: string;
  issuer: string;
  kid: string;
  lifetime: number;
  scoped: Grantee;
  unscoped: Grantee;
  users: User[];
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

  dispatch: (req: Req) => Reply | undefined | Promise<Reply | undefined>;
  credentials: (req: Req) => string;
  verify: (token: string, req: Req) => Promise<Json>;
  holds: (claims: Json, req: Req) => void;
  scopeOf: (claims: Json) => string[];
  entitled: (claims: Json, req: Req) => boolean;
  identify: (req: Req) => User;
  validId: (id: string, req: Req) => boolean;
  findUser: (id: string, req: Req) => User | undefined;
  strange: (req: Req) => Refusal;
  denied: (user: User, req: Req) => boolean;

  mediaType: (type: string | undefined, req: Req) => boolean;
  decode: (text: string, req: Req) => unknown;
  checkAddress: (address: unknown) => Json;
  checkOrder: (order: unknown) => void;
  store: (user: User, address: Json, req: Req) => void;
  stored: (user: User) => Json | undefined;

  money: (value: number, user: User) => string;
  percent: (value: number, user: User) => string;
  word: (text: string, user: User) => string;
  guides: (user: User, req: Req) => Json[];
  fullGuide: (id: string, user: User, req: Req) => Json;
  cash: (user: User, req: Req) => unknown;
  portfolios: (user: User, req: Req) => unknown;
  insights: (user: User, req: Req) => unknown;
  summaries: (user: User, req: Req) => Json;
  notifications: (user: User, req: Req) => Json;
  updated: (user: User, address: Json) => Reply;
  ordered: (user: User, order: Json) => Reply;
  profile: (user: User) => unknown;
  content: (req: Req, user: User) => Promise<Reply>;

  responseId: (req: Req) => unknown;
  problem: (refusal: Refusal, req: Req) => Reply;
  replyHeaders: (reply: Reply, req: Req) => void;
  encode: (value: unknown) => string;
  replyText: (text: string, reply: Reply, req: Req) => string | Buffer;
  log: (req: Req, reply: Reply) => void;
  delay: (req: Req) => number;
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

/** Replaces hooks; the service calls every hook by `program.hook(...)` at the time of the request. */
export type Apply = (program: Program) => void;
export interface Fault extends Defect {
  readonly apply: Apply;
}
export interface Habit extends Variation {
  readonly apply: Apply;
}
export const fault = (id: string, breaks: string, title: string, apply: Apply, also?: readonly string[]): Fault => ({
  id,
  breaks,
  title,
  apply,
  ...(also === undefined ? {} : { also }),
});
export const habit = (id: string, title: string, apply: Apply): Habit => ({ id, title, apply });
