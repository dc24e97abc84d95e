import type { Socket } from 'node:net';
import type { Day, Editor, Json } from './batch.ts';
import { summaryOf } from './batch.ts';
import type { KeyedFile } from './keyed-file.ts';
import type { Row } from './picture.ts';

/** How the installation was generated: what an operator knows of it. */
export interface Plant {
  readonly algorithm: string;
  readonly audience: string;
  readonly issuer: string;
  readonly scoped: { readonly id: string; readonly secret: string };
  readonly unscoped: { readonly id: string; readonly secret: string };
  readonly users: { readonly first: string; readonly second: string; readonly denied: string };
  readonly lifetime: number;
  readonly base: string;
  readonly tokenPath: string;
  readonly readBack: { readonly path: string; readonly pointer: string };
}

export const PLANT: Plant = {
  algorithm: 'ES256',
  audience: 'https://invest.example/prod',
  issuer: 'https://signon.example/',
  scoped: { id: 'channel-adapter', secret: 'k7-Vo0P-reading-19' },
  unscoped: { id: 'branch-printer', secret: 'w2-Xe5B-writing-84' },
  users: { first: '74c79e47a9d7b9e8f79c7a97', second: '79b147e8c7a97d97e9f79c27', denied: '2b9c07e1d44a90f6638e15ad' },
  lifetime: 3600,
  base: '',
  tokenPath: '/oauth/token',
  readBack: { path: '/users/me/address', pointer: '/address' },
};

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}
export type Area =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'cash'
  | 'portfolios'
  | 'summaries'
  | 'settings'
  | 'address'
  | 'orders';
export interface Exchange {
  readonly area: Area | 'token' | 'none';
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: Socket;
  /** The number of the task since the start. */
  readonly task: number;
  /** The same within the area. */
  readonly turn: number;
  user?: Row;
}
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
}
/** Where the site may change what the programs do, as an installation does it by user exits. */
export interface Exits {
  readonly findClient: (id: string | undefined, clients: readonly Client[]) => Client | undefined;
  readonly returnCode: (steps: readonly number[]) => number;
  readonly scopeOf: (client: Client, clients: readonly Client[]) => string;
  readonly claims: (claims: Json) => Json;
  readonly writeClaims: (text: string) => Buffer;
  readonly readClaims: (bytes: Buffer) => string;
  readonly expiry: (claims: Json, text: string) => number;
  readonly token: (token: string) => string;
  readonly scheme: (word: string, area: string) => void;
  readonly signedOn: (exchange: Exchange) => boolean;
  readonly userKey: (given: string, area: string) => string;
  readonly guides: (list: Json[], turn: number, user: Row) => Json[];
  readonly hasGuide: (id: string, ids: readonly string[]) => boolean;
  readonly relative: (exchange: Exchange) => number;
  readonly summary: (day: Day, edit: Editor, at: number) => Json;
  readonly groups: (channel: string, rows: readonly (readonly [number, string, ...string[]])[]) => Json[];
  readonly mediaType: (name: string) => boolean;
  readonly countryCode: (value: string) => boolean;
  readonly line: (value: unknown) => string | undefined;
  readonly storeAddress: (file: KeyedFile, row: Row, old: Row) => void;
  readonly amount: (value: unknown) => number;
  readonly bodyLimit: (length: number) => void;
  /** Refusals before ApiError is made of them: message and description may change. */
  readonly refusal: (body: Json, exchange: Exchange) => Json;
  readonly reply: (reply: Reply, exchange: Exchange) => Reply;
  readonly json: (body: unknown, exchange: Exchange) => string;
  readonly wire: (bytes: Buffer, reply: Reply, exchange: Exchange) => Buffer;
  readonly pace: (exchange: Exchange, reply: Reply) => number;
}

const ofChannel = (channel: string, row: readonly [number, string, ...string[]]): boolean => row[1] === channel;

export const groupsOf = (rows: readonly (readonly [number, string, ...string[]])[]): Json[] => {
  const names = [...new Set(rows.map((row) => row[3] ?? ''))];
  return names.map((category) => ({
    category,
    notifications: rows
      .filter((row) => row[3] === category)
      .map((row) => ({ id: row[2], name: row[4], description: `${row[4]} (${category})`, active: row[0] % 3 !== 0 })),
  }));
};

export const EXITS: Exits = {
  findClient: (id, clients) => clients.find((one) => one.id === id),
  returnCode: (steps) => Math.max(...steps),
  scopeOf: (client) => client.scopes.join(' '),
  claims: (claims) => claims,
  writeClaims: (text) => Buffer.from(text),
  readClaims: (bytes) => bytes.toString(),
  expiry: (claims) => (typeof claims['exp'] === 'number' ? claims['exp'] : 0),
  token: (token) => token,
  scheme: () => {},
  signedOn: () => false,
  userKey: (given) => given,
  guides: (list) => list,
  hasGuide: (id, ids) => ids.includes(id),
  relative: () => 0,
  summary: (day, edit) => summaryOf(day, edit),
  groups: (channel, rows) => groupsOf(rows.filter((row) => ofChannel(channel, row))),
  mediaType: (name) => name === 'application/json',
  countryCode: (value) => /^[A-Z]{2}$/.test(value),
  line: (value) => (typeof value === 'string' ? value : undefined),
  storeAddress: (file, row) => file.rewrite(row),
  amount: (value) => (typeof value === 'number' ? value : Number.NaN),
  bodyLimit: () => {},
  refusal: (body) => body,
  reply: (reply) => reply,
  json: (body) => JSON.stringify(body),
  wire: (bytes) => bytes,
  pace: () => 0,
};

export interface Toggle {
  readonly plant?: Partial<Plant>;
  /** Called at each start, so that what an exit remembers belongs to that start. */
  readonly exits?: () => Partial<Exits>;
}
