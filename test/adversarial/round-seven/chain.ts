import type { Claims } from './credentials.ts';
import type { On, Store, User } from './domain.ts';
import type { Provider } from './provider.ts';

export interface World {
  readonly on: On;
  readonly store: Store;
  readonly provider: Provider;
  /** Whatever lives longer than one request: caches, counters, and the mistakes made with them. */
  readonly memory: Map<string, unknown>;
  readonly principals: WeakMap<object, Claims>;
}

export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  readonly takesBody?: boolean;
  readonly scope?: string;
  readonly handle: (world: World, request: Request & { readonly user: User }) => Promise<Answer>;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly socket: object;
  readonly route?: Route;
  readonly claims?: Claims;
  readonly user?: User;
  readonly json?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
  /** A body that is sent as it is, with the media type that its headers name. */
  readonly text?: string;
  readonly hints?: boolean;
}

export type Handler = (request: Request) => Promise<Answer>;
export type Middleware = (next: Handler) => Handler;

/** Joins middlewares so that the first one sees the request first. */
export const chain =
  (...middlewares: readonly Middleware[]): Middleware =>
  (last) =>
    middlewares.reduceRight((next, middleware) => middleware(next), last);

export class Refusal extends Error {
  readonly kind: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(kind: string, status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.headers = headers;
  }
}

export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
