import type { Area, Depth } from '../schema/vocabulary.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
}

/** Tokens that the operator minted beforehand. `scoped` and `unscoped` replace the token endpoint. */
export interface GivenTokens {
  readonly scoped?: string;
  readonly unscoped?: string;
  /** Expired over five minutes ago, with the right issuer and audience. */
  readonly expired?: string;
  /** Valid, but for another audience. */
  readonly otherAudience?: string;
  /** A valid token that is denied access to the daily summaries. */
  readonly denied?: string;
}

export interface Users {
  readonly first: string;
  readonly second?: string;
  /** A user of another client. */
  readonly foreign?: string;
  /** A user whose daily summaries the client may not see. */
  readonly denied?: string;
  /** The languages of the first and the second user as BCP 47 tags, if the operator states them. */
  readonly languages?: { readonly first: string; readonly second: string };
  /** Whether both users read the same language. If so, equal texts prove nothing. Default false. */
  readonly sameLanguage: boolean;
}

export interface Network {
  /** Environment proxies (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), unchanged. Secrets in them never leave the process. */
  readonly proxy?: { readonly http?: string; readonly https?: string; readonly no?: string };
  /** PEM certificates of authorities that are trusted in addition to the built-in ones. */
  readonly ca?: string;
  readonly clientCertificate?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  /** Sent with every request, for gateways in front of the target. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether credentials may be sent in clear text beyond loopback. Default false. */
  readonly allowPlainHttp: boolean;
}

/** A JSON Schema 2020-12: an object or a boolean. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** An endpoint that the specification does not define, as the operator declares it. */
export interface DeclaredEndpoint {
  readonly area: Area;
  /** In upper case. */
  readonly method: string;
  /** Relative to {base_url}, with `{name}` for each path parameter. Method and path together are the endpoint's id. */
  readonly path: string;
  /** A value for each path parameter, before percent-encoding. */
  readonly parameters: Readonly<Record<string, string>>;
  /** A well-formed body. Each request replaces `{{unique}}` in its strings by a different string. */
  readonly sample?: unknown;
  /** Schema of the request body. The target must refuse a body that violates it. */
  readonly requestSchema?: JsonSchema;
  /** Schema of the response body under a declared status. */
  readonly responseSchema?: JsonSchema;
  /** The statuses that the declared request may get. Empty: any 2xx. */
  readonly statuses: readonly number[];
  readonly scopes: readonly string[];
  /** Whether x-user-id is required. */
  readonly takesUser: boolean;
  readonly safety: 'read' | 'write' | 'order';
}

/** How the harness reads the stored address. */
export interface ReadBack {
  /** The id of a declared endpoint that reads and takes a user, e.g. `GET /users/me/address`. */
  readonly endpoint: string;
  /** JSON Pointer (RFC 6901) to the address in the response. Empty: the whole response. */
  readonly address: string;
}

/** How the harness creates a user. */
export interface UserCreation {
  /** The id of a declared endpoint that writes, e.g. `POST /users`. */
  readonly endpoint: string;
  /** JSON Pointer (RFC 6901) to the new user's id in the response. */
  readonly id: string;
}

/** What the operator declares about this implementation beyond the specification. */
export interface Profile {
  /** Path of the guide endpoint, relative to {base_url}, with `{id}`. */
  readonly guidePath?: string;
  /** Ids of guides in the order configured in the content management system. guides/order-stable then requires it. */
  readonly guideOrder?: readonly string[];
  /** The status of a malformed x-user-id. user/malformed-status is then a must. */
  readonly malformedUserStatus?: number;
  /** Success statuses by endpoint id, if the specification does not show the status. Each becomes a must. */
  readonly successStatus: Readonly<Record<string, number>>;
  /** Schemas of successful responses by endpoint id, if the specification shows no shape. Each becomes a must. */
  readonly responseSchemas: Readonly<Record<string, JsonSchema>>;
  /** Required scopes by endpoint id. scope/declared is then a must. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /**
   * Addresses that the target accepts, instead of the built-in one. If two differ, the run can see whether the second
   * overwrites the first.
   */
  readonly addresses?: readonly Readonly<Record<string, unknown>>[];
  /** An order that the target accepts, instead of the built-in one. */
  readonly order?: Readonly<Record<string, unknown>>;
  readonly addressReadBack?: ReadBack;
  readonly userCreation?: UserCreation;
  /** Endpoints that the specification does not define. */
  readonly endpoints: readonly DeclaredEndpoint[];
  /** Methods that no endpoint of this target has; errors/method tries them. */
  readonly absentMethods: readonly string[];
  /** Requirements that cannot be assessed here, with the reason. Only a requirement that is not-run can be waived. */
  readonly waivers: readonly { readonly id: string; readonly reason: string }[];
}

/** A profile that declares nothing. */
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
    readonly authUrl: string;
    readonly audience: string;
    readonly jwksUrl?: string;
    /** Free text for reports: the name of the implementation, and its build. */
    readonly implementation?: string;
    readonly build?: string;
    /** Whether the target is a sandbox, so that orders have no real effect. Default false. */
    readonly sandbox: boolean;
  };
  readonly clients: { readonly scoped?: Client; readonly unscoped?: Client };
  readonly tokens: GivenTokens;
  readonly users: Users;
  /** Undefined: the default claim. */
  readonly claim?: readonly Area[];
  readonly allow: { readonly writes: boolean; readonly orders: boolean; readonly desync: boolean };
  /** Globs over requirement ids. */
  readonly only?: readonly string[];
  readonly depth: Depth;
  readonly seed: number;
  readonly strict: boolean;
  readonly concurrency: number;
  /** The most requests per second. In a shard, its share of the run's limit. */
  readonly rate?: number;
  readonly timeoutMs: number;
  readonly deadlineS: number;
  readonly shard?: { readonly index: number; readonly total: number };
  /** Whether requests contain a W3C traceparent. `engine/wire/trace-context.ts` defines which requests do. */
  readonly traceContext?: boolean;
  readonly network: Network;
  readonly profile: Profile;
}

/** The id of a declared endpoint. */
export function declaredId({ method, path }: Pick<DeclaredEndpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
