import type { Socket } from 'node:net';
import type { CryptoKey } from 'jose';
import type { Client } from './types.ts';

export type Json = Record<string, unknown>;
export type Header = readonly [string, string];

export interface Req {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly socket: Socket;
  readonly area: string;
}
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly mediaType?: string;
  readonly headers: readonly Header[];
}
export interface User {
  readonly id: string;
  readonly language: string;
  readonly place: 'first' | 'second' | 'denied';
}
export interface Registered extends Client {
  readonly scopes: readonly string[];
}
export type Claims = Json;

export class Refusal extends Error {
  readonly status: number;
  readonly description: string | null;
  readonly headers: readonly Header[];
  constructor(status: number, message: string, description: string | null = null, headers: readonly Header[] = []) {
    super(message);
    this.status = status;
    this.description = description;
    this.headers = headers;
  }
}

export interface Settings {
  base: string;
  tokenPath: string;
  audience: string;
  issuer: string;
  clients: { scoped: Registered; unscoped: Registered };
  users: User[];
  privateKey: CryptoKey;
  jwks: Json;
  lifetime: number;
}

/** The beans of the service. A toggle replaces some of them. */
export interface Beans {
  tokenRequest(body: Buffer): Json | undefined;
  grantHolds(request: Json): boolean;
  clientOf(request: Json): Registered | undefined;
  audienceHolds(request: Json): boolean;
  claims(client: Registered): Claims;
  tokenHeader(): Json;
  sign(claims: Claims): Promise<string>;
  grant(client: Registered): Promise<{ token: string; scope: string }>;
  tokenAnswer(client: Registered): Promise<Json>;
  tokenHeaders(): readonly Header[];
  tokenRefusal(status: number, error: string): Reply;
  bearer(req: Req): string | undefined;
  decode(token: string, req: Req): Promise<Claims>;
  validate(claims: Claims, req: Req): void;
  authenticate(req: Req): Promise<Claims>;
  scopesOf(claims: Claims): readonly string[];
  requireScope(claims: Claims, req: Req): void;
  challenge(req: Req): readonly Header[];
  rawUser(req: Req): string | undefined;
  checkUser(raw: string | undefined, req: Req): string;
  findUser(id: string, req: Req): User | undefined;
  unknownUser(req: Req): Refusal;
  permit(user: User): void;
  checkQuery(req: Req): void;
  checkMediaType(req: Req): void;
  parse(req: Req): unknown;
  addressIn(body: unknown, user: User): Json;
  checkAddress(address: Json, user: User): Json;
  storeAddress(user: User, address: Json): void;
  updateAddress(user: User, req: Req): Promise<Reply>;
  addressAnswer(user: User, address: Json, former: Json): Reply;
  readBack(user: User): unknown;
  orderIn(req: Req): Json;
  checkOrder(order: Json): void;
  orderAnswer(order: Json): Reply;
  catalogue(user: User): Json[];
  guides(user: User, req: Req): Promise<Reply>;
  guideHeaders(user: User, req: Req): readonly Header[];
  guideId(raw: string): string;
  guide(id: string, req: Req): Reply;
  insights(user: User, req: Req): Promise<unknown>;
  cash(user: User, req: Req): Promise<unknown>;
  portfolios(user: User, req: Req): Promise<unknown>;
  summaries(user: User, req: Req): Promise<Json>;
  notifications(user: User, req: Req): Promise<Json>;
  privateHeaders(req: Req): readonly Header[];
  responseId(req: Req): string;
  problem(refusal: Refusal, req: Req): Reply;
  unknownRoute(req: Req): Refusal;
  handle(req: Req): Promise<Reply>;
  render(reply: Reply, req: Req): string;
  finish(reply: Reply, req: Req): Reply;
  intercept(req: Req): Promise<Reply | undefined>;
  framing(length: number): 'length' | 'chunked';
}

export interface World {
  readonly settings: Settings;
  readonly beans: Beans;
  readonly addresses: Map<string, Json>;
}
export type Toggle = (world: World) => void;
