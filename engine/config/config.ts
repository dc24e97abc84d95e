import type { Area, Depth } from '../schema/vocabulary.ts';
import type { Suspicion } from './suspicion.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
}

/** Without `Bearer `. `scoped` and `unscoped` replace the token endpoint. */
export interface GivenTokens {
  readonly scoped?: string;
  readonly unscoped?: string;
  readonly expired?: string;
  readonly otherAudience?: string;
  readonly denied?: string;
}

/** Ids, 24 lowercase hexadecimal characters each. */
export interface Users {
  readonly first: string;
  readonly second?: string;
  readonly foreign?: string;
  readonly denied?: string;
  /** BCP 47 tags such as `en-GB`, if the operator states them. */
  readonly languages?: { readonly first: string; readonly second: string };
  /** Then equal texts prove nothing. Follows from `languages`. Default false. */
  readonly sameLanguage: boolean;
}

export interface HttpProxy {
  /** May contain a user and a password, which only the proxy gets. */
  readonly url: string;
  readonly variable: string;
}

export interface Network {
  /** By the scheme of the URL. `no` is the value of NO_PROXY. */
  readonly proxy?: { readonly http?: HttpProxy; readonly https?: HttpProxy; readonly no?: string };
  readonly ca?: string;
  readonly clientCertificate?: {
    readonly cert: string;
    readonly key: string;
    readonly passphrase?: string;
  };
  readonly headers: Readonly<Record<string, string>>;
  /** Further `headers` whose values are secrets, in any case. */
  readonly secretHeaders?: readonly string[];
  /** Whether credentials may be sent in clear text beyond loopback. Default false. */
  readonly allowPlainHttp: boolean;
  /**
   * This process as the target reaches it, for tokens that name the tester's keys. With port 0, a
   * free port of loopback. Absent: no such token is sent.
   */
  readonly listenUrl?: string;
}

export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

export interface DeclaredEndpoint {
  readonly area: Area;
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** A well-formed body. Each request replaces `{{unique}}` in its strings by another string. */
  readonly sample?: unknown;
  readonly requestSchema?: JsonSchema;
  readonly responseSchema?: JsonSchema;
  /** Empty: any 2xx. */
  readonly statuses: readonly number[];
  /** Required. Enables scope/declared. */
  readonly scopes: readonly string[];
  /** Whether it requires x-user-id. Default true. */
  readonly takesUser: boolean;
  /**
   * `write` needs the permission `writes`, `order` the permission `orders`. Default for GET and
   * HEAD: read. Required for other methods.
   */
  readonly safety: 'read' | 'write' | 'order';
}

export interface ReadBack {
  readonly endpoint: string;
  /** JSON Pointer (RFC 6901) to the address in the response. Empty: the whole response. */
  readonly address: string;
}

export interface UserCreation {
  readonly endpoint: string;
  /** JSON Pointer (RFC 6901) to the new user's id in the response. */
  readonly id: string;
}

export interface Profile {
  readonly guidePath?: string;
  /** Ids in the order of the content management system, which guides/order-stable requires. */
  readonly guideOrder?: readonly string[];
  readonly malformedUserStatus?: number;
  /** By endpoint id, if the specification does not show the status. Each becomes a must. */
  readonly successStatus: Readonly<Record<string, number>>;
  /** By endpoint id, if the specification shows no shape. Each becomes a must. */
  readonly responseSchemas: Readonly<Record<string, JsonSchema>>;
  /** By endpoint id. scope/declared is then a must. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /** Accepted instead of the built-in one. Two that differ show whether updates overwrite. */
  readonly addresses?: readonly Readonly<Record<string, unknown>>[];
  readonly order?: Readonly<Record<string, unknown>>;
  readonly addressReadBack?: ReadBack;
  readonly userCreation?: UserCreation;
  readonly endpoints: readonly DeclaredEndpoint[];
  readonly absentMethods: readonly string[];
  /** Requirements that cannot be assessed here. Only one that is not-run can be waived. */
  readonly waivers: readonly { readonly id: string; readonly reason: string }[];
}

export const emptyProfile: Profile = {
  successStatus: {},
  responseSchemas: {},
  scopes: {},
  endpoints: [],
  absentMethods: [],
  waivers: [],
};

export interface Config {
  readonly target: {
    readonly baseUrl: string;
    /** {auth_url} of the specification: the token endpoint. Required without `tokens.scoped`. */
    readonly authUrl: string;
    readonly audience: string;
    /** The key set that verifies the tokens. Enables auth/forged-key-confusion. */
    readonly jwksUrl?: string;
    readonly implementation?: string;
    readonly build?: string;
    /** Orders have no real effect. Required to allow orders beyond loopback. */
    readonly sandbox: boolean;
  };
  readonly clients: {
    readonly scoped?: Client;
    readonly unscoped?: Client;
  };
  readonly tokens: GivenTokens;
  /** Told only if the target refuses the credential: it may be right. */
  readonly suspicions?: readonly Suspicion[];
  readonly users: Users;
  readonly claim?: readonly Area[];
  readonly allow: {
    readonly writes: boolean;
    readonly orders: boolean;
    /** Bytes that could desynchronise a proxy in front of the target. */
    readonly desync: boolean;
  };
  readonly only?: readonly string[];
  /** Globs over requirement ids, also of those that `only` selects. */
  readonly skip?: readonly string[];
  /** Endpoints that also get the requests of other requirements, for monitors to judge. */
  readonly input?: readonly string[];
  readonly depth: Depth;
  /** From 0 to 2147483647. Default: a random one, or 1 in a shard. */
  readonly seed: number;
  /** Whether a warning makes the target non-conformant. Default false. */
  readonly strict: boolean;
  readonly concurrency: number;
  /** Requests per second; in a shard, its share of the run's limit. Default: no limit. */
  readonly rate?: number;
  readonly timeoutMs: number;
  readonly deadlineS: number;
  readonly shard?: { readonly index: number; readonly total: number };
  /**
   * Whether requests with the headers of a well-formed one contain a W3C `traceparent`. Default
   * false.
   */
  readonly traceContext?: boolean;
  readonly network: Network;
  readonly profile: Profile;
}

export const declaredId = ({ method, path }: Pick<DeclaredEndpoint, 'method' | 'path'>) =>
  `${method} ${path}`;
