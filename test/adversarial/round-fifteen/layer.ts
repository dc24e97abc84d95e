import type { Address, UserState } from './journal.ts';
import type { Rejection } from './rejections.ts';
import type { Settings } from './settings.ts';

export type Json = Record<string, unknown>;

/** The claims of a token, as this server writes them. */
export interface Claims {
  readonly [name: string]: unknown;
  readonly aud: string | readonly string[];
  readonly exp: number;
  readonly iat: number;
  readonly azp: string;
  readonly jti: string;
  readonly scope: string;
}

export type Endpoint =
  | 'guides'
  | 'guide'
  | 'insights'
  | 'address'
  | 'read-back'
  | 'summaries'
  | 'notifications'
  | 'cash'
  | 'portfolios'
  | 'orders'
  | 'token'
  | 'keys'
  | 'unknown';

/** A request on its way through the directives, which note what they found out. */
export interface Exchange {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly query: string;
  readonly guideId: string;
  readonly text: Buffer;
  readonly tooLarge: boolean;
  readonly connection: object;
  readonly header: (name: string) => string | undefined;
  user?: UserState;
  client?: 'scoped' | 'unscoped';
  raw?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly reason?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Goes out as it is, in place of the encoded body. */
  readonly text?: string;
}

/** What a layer may use of the running system. */
export interface World {
  readonly settings: Settings;
  readonly known: (id: string) => boolean;
  readonly overwrite: (user: string, address: Address) => Promise<unknown>;
}

type Later<T> = T | Promise<T>;

/** The points at which a layer above the reference may decide otherwise. */
export interface Layer {
  readonly claims?: (claims: Claims) => Claims;
  readonly minted?: (token: string, claims: Claims) => string;
  readonly presented?: (token: string) => string;
  readonly verified?: (claims: Claims, token: string) => void;
  readonly unverifiable?: (fault: string) => Claims | undefined;
  readonly expired?: (claims: Claims, now: number) => boolean;
  readonly forUs?: (claims: Claims) => boolean;
  readonly suffices?: (claims: Claims) => boolean;
  readonly wrongSecret?: () => boolean;
  readonly userMissing?: (exchange: Exchange) => string | undefined;
  readonly locate?: (id: string) => void;
  readonly arrive?: (exchange: Exchange) => Later<Reply | undefined>;
  readonly before?: (exchange: Exchange) => Later<void>;
  readonly read?: (exchange: Exchange, compute: () => Promise<unknown>) => Promise<unknown>;
  readonly decoded?: (exchange: Exchange, raw: unknown) => unknown;
  readonly countryFits?: (code: string) => boolean;
  readonly addressFits?: (address: Json) => void;
  readonly orderFits?: (order: Json, exchange: Exchange) => void;
  readonly updated?: (user: string, address: Address) => void;
  readonly storedAddress?: (own: Address) => Address;
  readonly document?: (exchange: Exchange, body: Json) => unknown;
  readonly reject?: (rejection: Rejection, exchange: Exchange) => Later<Rejection>;
  readonly responseId?: (exchange: Exchange) => string;
  readonly apiError?: (error: Json, rejection: Rejection, exchange: Exchange) => unknown;
  readonly reply?: (reply: Reply, exchange: Exchange) => Later<Reply>;
  readonly unparsed?: (code: string) => 'silence' | undefined;
}

/** A defect or a variation, with the layers of settings and of code that make it. */
export interface Toggle {
  readonly id: string;
  readonly title: string;
  readonly settings?: Partial<Settings>;
  readonly layer?: (world: World) => Layer;
}

export interface FaultyToggle extends Toggle {
  readonly breaks: string;
  readonly also?: readonly string[];
}
