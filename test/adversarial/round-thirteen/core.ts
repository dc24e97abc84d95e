import { randomUUID } from 'node:crypto';
import type { Data, User } from './data.ts';
import type { Keys } from './jwt.ts';
import type { Style } from './styles.ts';

/** An error is a value that a handler returns, never something thrown. */
export interface Fault {
  readonly status: number;
  readonly message: string;
  readonly body?: Record<string, unknown>;
}
export interface Reply {
  status: number;
  body?: unknown;
  text?: string;
  headers: Record<string, string>;
}
export type Claims = Record<string, unknown>;
export interface Context {
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly param: string;
  readonly query: URLSearchParams;
  readonly headers: Record<string, string | undefined>;
  readonly body: Buffer;
  claims: Claims;
  user: User | undefined;
}
export type Handler = (ctx: Context) => Promise<Reply | Fault>;
export type Middleware = (next: Handler) => Handler;

/** The struct that every handler is a method of. */
export interface Service {
  readonly on: (id: string) => boolean;
  readonly style: Style;
  readonly keys: Keys;
  readonly data: Data;
  readonly audience: string;
  readonly issuer: string;
  readonly cache: Map<string, unknown>;
}

export const fault = (status: number, message: string): Fault => ({ status, message });
export const isFault = (value: Reply | Fault): value is Fault => 'message' in value;
export const ok = (body: unknown, headers: Record<string, string> = {}): Reply => ({ status: 200, body, headers });
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const chain = (handler: Handler, ...middlewares: Middleware[]) =>
  middlewares.reduceRight((next, middleware) => middleware(next), handler);

/** The value under a key of a cache, made where it is missing. */
export function slot<T>(service: Service, key: string, make: () => T): T {
  if (!service.cache.has(key)) service.cache.set(key, make());
  return service.cache.get(key) as T;
}

const allowed: Record<string, string> = { address: 'GET, HEAD, PATCH', orders: 'POST' };

export function errorReply(service: Service, given: Fault, ctx: Context | undefined): Reply {
  const id = service.style.responseId?.() ?? randomUUID();
  const body: Record<string, unknown> = {
    status: given.status,
    error: { message: given.message, description: null },
    responseId: id,
    ...given.body,
  };
  const headers: Record<string, string> = {};
  if (given.status === 401) {
    const told = slot(service, 'challenge', () => ({ times: 0 }));
    told.times += 1;
    if (!service.on('challenge-in-a-once') || told.times === 1) headers['WWW-Authenticate'] = 'Bearer realm="api"';
  }
  if (given.status === 405) headers['Allow'] = allowed[ctx?.route ?? ''] ?? 'GET, HEAD';
  if (service.on('response-id-in-base64') && given.status === 403) {
    body['responseId'] = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64');
  }
  if (service.on('error-without-exported-fields') && given.status === 404) body['error'] = {};
  if (service.on('status-left-at-zero') && given.message.endsWith('malformed')) body['status'] = 0;
  return { status: given.status, body: service.style.error?.(body) ?? body, headers };
}
