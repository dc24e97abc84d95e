import type { Client } from './types.ts';

export type Json = Record<string, unknown>;
export type Language = 'en' | 'sv';

export interface User {
  readonly id: string;
  readonly language: Language;
  readonly factor: number;
  readonly denied: boolean;
}

export interface ClientRow extends Client {
  readonly scopes: readonly string[];
  readonly tenant: string;
}

export type RouteName =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'cash'
  | 'portfolios'
  | 'summaries'
  | 'notifications'
  | 'profile'
  | 'address'
  | 'orders';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly tooLarge: boolean;
  route: RouteName | undefined;
  guideId: string;
  user: User | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly text: string | undefined;
}

type RefusalKind =
  | 'token'
  | 'scope'
  | 'user-missing'
  | 'user-malformed'
  | 'user-unknown'
  | 'denied'
  | 'guide-unknown'
  | 'guide-malformed'
  | 'json'
  | 'shape'
  | 'bounds'
  | 'media'
  | 'size'
  | 'route'
  | 'method'
  | 'query'
  | 'platform';

export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly status: number;
  readonly description: string | null;
  readonly mistakes: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: RefusalKind,
    status: number,
    message: string,
    more: { description?: string; mistakes?: number; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.description = more.description ?? null;
    this.mistakes = more.mistakes ?? 1;
    this.headers = more.headers ?? {};
  }
}

export class TokenRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers, body, text: undefined };
}

export function plain(status: number, type: string, text: string): Reply {
  return { status, headers: { 'Content-Type': type }, body: undefined, text };
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
