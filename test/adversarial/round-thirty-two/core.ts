import type { Client } from './types.ts';

export type Endpoint =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'cash'
  | 'portfolios'
  | 'address'
  | 'profile'
  | 'summaries'
  | 'notifications'
  | 'orders';
export type FilterName = 'authenticate' | 'audience' | 'scope' | 'presence' | 'user' | 'permission';
export type Json = Record<string, unknown>;
export type Claims = Json & { readonly sub: string; readonly scope: string };

export interface User {
  readonly id: string;
  locale: string;
  readonly zone: string;
  readonly denied: boolean;
  readonly factor: number;
}

export interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly postalCode: string | number;
  readonly countryCode: string;
}

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  endpoint: Endpoint | undefined;
  param: string;
  claims: Claims | undefined;
  user: User | undefined;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  text: string | undefined;
}

export type Action = (x: Exchange) => Reply | Promise<Reply>;
export type Middleware = (x: Exchange, next: () => Promise<Reply>) => Promise<Reply>;

export interface RegisteredClient extends Client {
  readonly scopes: readonly string[];
}

export interface Config {
  issuer: string;
  audience: string;
  tokenPath: string;
  kid: string;
  lifetime: number;
  encrypted: boolean;
  claims: (lifetime: number) => Json;
  scoped: RegisteredClient;
  unscoped: RegisteredClient;
}

export interface Keyring {
  readonly jwks: Json;
  sign(claims: Json): Promise<string>;
  open(token: string): Promise<Claims>;
}

export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly status: number;
  readonly description: string | null;
  headers: Record<string, string>;

  constructor(status: number, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.description = description;
    this.headers = {};
  }
}

export class ExpiredSignature extends Error {
  override readonly name: string = 'ExpiredSignature';
}

export function reply(status: number, body?: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers, body, text: undefined };
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies a change to every object within a JSON value, from the inside out. */
export function deepMap(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => deepMap(item, change));
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, deepMap(item, change)]));
  return change(inner);
}

export function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}
