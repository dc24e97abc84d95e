import type { Bag, Client, Language } from './types.ts';

export interface User {
  readonly id: string;
  readonly language: Language;
  readonly factor: number;
  readonly denied: boolean;
  readonly initial: Bag;
  address: Bag;
}

export interface Guide {
  readonly id: string;
  readonly slug: string;
  readonly chapters: number;
  readonly cover: string | null;
  readonly text: Readonly<Record<Language, { readonly title: string; readonly description: string }>>;
}

export type RouteName =
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

/** One request in its connection process, whose dictionary lives as long as the connection. */
export interface Call {
  readonly method: string;
  readonly route: RouteName;
  readonly id: string;
  readonly query: string;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
  readonly dictionary: Map<string, unknown>;
}

export interface Reply {
  status: number;
  readonly fields: Record<string, string>;
  body: string | undefined;
}

type Kind =
  | 'token'
  | 'audience'
  | 'scope'
  | 'missing-user'
  | 'malformed-user'
  | 'unknown-user'
  | 'denied'
  | 'guide-id'
  | 'no-guide'
  | 'media-type'
  | 'json'
  | 'shape'
  | 'type'
  | 'value'
  | 'route'
  | 'method'
  | 'query'
  | 'other';

export class Refusal extends Error {
  readonly status: number;
  readonly kind: Kind;
  readonly description: string | null;

  constructor(status: number, kind: Kind, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.description = description;
  }
}

export interface World {
  readonly on: (id: string) => boolean;
  readonly started: number;
  readonly users: ReadonlyMap<string, User>;
  readonly first: User;
  readonly second: User;
  readonly guides: readonly Guide[];
  readonly scoped: Client;
  readonly unscoped: Client;
  readonly issuer: string;
  readonly audience: string;
  readonly flags: Set<string>;
  readonly atoms: Set<string>;
  /** Counts up and returns the number, beginning at one. */
  readonly count: (name: string) => number;
}

export const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
