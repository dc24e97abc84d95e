import type { KeyObject } from 'node:crypto';
import type { Client, Defect, Variation } from './types.ts';

export type Json = Record<string, unknown>;
export type Field = readonly [name: string, value: string];

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly route: string;
}
export interface Response {
  readonly status: number;
  readonly body?: unknown;
  /** The bytes as they are, where no JSON is to be made of a body. */
  readonly text?: string;
  readonly fields: readonly Field[];
}
export interface User {
  readonly id: string;
  readonly language: 'de' | 'pl';
  readonly denied: boolean;
}
export interface Application extends Client {
  readonly scopes: readonly string[];
}
export interface Jwt {
  readonly parts: readonly string[];
  readonly header: Json;
  readonly payload: Json;
}

export class Rejection extends Error {
  readonly status: number;
  readonly description: string | null;
  readonly kind: string;
  constructor(status: number, kind: string, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.description = description;
  }
}

export interface Environment {
  audience: string;
  issuer: string;
  applications: Application[];
  users: User[];
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: Json;
  addresses: Map<string, Json>;
  jwksFields: Field[];
}

/** What the service is made of; each part calls the others through the assembled whole, so that one can be replaced. */
export interface Parts {
  readGrant(body: Buffer): Json;
  isGrant(request: Json): boolean;
  application(request: Json): Promise<Application | undefined> | Application | undefined;
  isAudience(request: Json): boolean;
  claims(application: Application): Json;
  jwtHeader(): Json;
  jwt(claims: Json): string;
  grant(application: Application): Response;
  grantFields(): readonly Field[];
  oauthError(status: number, error: string): Response;
  tokenEndpoint(request: Request): Promise<Response>;
  credentials(request: Request): string;
  decode(token: string, request: Request): Jwt;
  checkSignature(jwt: Jwt, request: Request): void;
  checkClaims(payload: Json, request: Request): void;
  scopes(payload: Json): readonly string[];
  authenticate(request: Request): Promise<Json>;
  checkScope(payload: Json, request: Request): void;
  rawUser(request: Request): string | undefined;
  parseUser(raw: string | undefined, request: Request): string;
  findUser(id: string, request: Request): User;
  checkUser(user: User, request: Request): void;
  checkMediaType(request: Request): void;
  parse(request: Request): unknown;
  readAddress(body: unknown, user: User): Json;
  checkAddress(address: Json): void;
  store(user: User, address: Json): void;
  addressAnswer(user: User): Response;
  patchAddress(user: User, request: Request): Response;
  checkOrder(order: unknown): Json;
  orderAnswer(order: Json): Response;
  postOrder(request: Request): Response;
  shelf(user: User): Json[];
  guidesFields(): readonly Field[];
  guides(user: User, request: Request): Response;
  guide(raw: string, request: Request): Response;
  insights(user: User, request: Request): unknown;
  cash(user: User, request: Request): unknown;
  portfolios(user: User, request: Request): unknown;
  summaries(user: User, request: Request): Json;
  settings(user: User, request: Request): Json;
  profile(user: User): Json;
  privateFields(request: Request): readonly Field[];
  responseId(): string;
  challenge(rejection: Rejection, request: Request): readonly Field[];
  problem(rejection: Rejection, request: Request): Response;
  encode(body: unknown): string;
  mediaType(response: Response): string;
  finish(response: Response, request: Request): Response | Promise<Response>;
  dispatch(request: Request): Promise<Response>;
  handle(request: Request, payload: Json): Promise<Response>;
  bodyLimit(length: number): void;
}
export type Wire = (base: Parts, env: Environment) => Partial<Parts>;
export interface Fault extends Defect {
  readonly wire: Wire;
}
export interface Habit extends Variation {
  readonly wire: Wire;
}
export const fault = (id: string, breaks: string, title: string, wire: Wire, also?: readonly string[]): Fault => ({
  id,
  breaks,
  title,
  wire,
  ...(also === undefined ? {} : { also }),
});
export const habit = (id: string, title: string, wire: Wire): Habit => ({ id, title, wire });
export const json = (value: unknown): Json => value as Json;
export const rows = (value: unknown): Json[] => value as Json[];
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Applies a change to every object in a value, innermost first. */
export function everyObject(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => everyObject(one, change));
  }
  if (!isObject(value)) {
    return value;
  }
  return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everyObject(one, change)])));
}
