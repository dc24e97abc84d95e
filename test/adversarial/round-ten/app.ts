import type { IncomingHttpHeaders } from 'node:http';
import type { Database, UserRow } from './data.ts';
import type { Identity, Session } from './identity.ts';
import type { Knobs } from './knobs.ts';

export interface App {
  readonly on: (id: string) => boolean;
  readonly knobs: Knobs;
  readonly db: Database;
  readonly identity: Identity;
  /** Counts up and yields the new number. */
  readonly count: (name: string) => number;
  readonly memory: Map<string, unknown>;
}
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly peer: string;
  operation?: string;
  session?: Session;
  user?: UserRow;
  guide?: string;
}
export interface Answer {
  status: number;
  /** Nothing for an answer without content. */
  body?: unknown;
  /** The written body, where the template layer wrote it otherwise. */
  text?: string;
  headers: Record<string, string | string[]>;
}
export type Kind =
  | 'token'
  | 'scope'
  | 'user-missing'
  | 'user-malformed'
  | 'user-unknown'
  | 'denied'
  | 'route'
  | 'method'
  | 'guide-malformed'
  | 'guide-unknown'
  | 'json'
  | 'shape'
  | 'type'
  | 'country'
  | 'media'
  | 'amount'
  | 'large'
  | 'locked'
  | 'query';

const statuses: Record<Kind, number> = {
  token: 401,
  scope: 403,
  'user-missing': 400,
  'user-malformed': 400,
  'user-unknown': 404,
  denied: 403,
  route: 404,
  method: 405,
  'guide-malformed': 400,
  'guide-unknown': 404,
  json: 400,
  shape: 422,
  type: 422,
  country: 422,
  media: 415,
  amount: 422,
  large: 413,
  locked: 423,
  query: 400,
};

export class Refusal extends Error {
  readonly kind: Kind;
  readonly status: number;
  readonly description: unknown;

  constructor(kind: Kind, message: string, description: unknown = null, status: number = statuses[kind]) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.description = description;
  }
}
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const ok = (body: unknown, headers: Answer['headers'] = {}): Answer => ({ status: 200, body, headers });
