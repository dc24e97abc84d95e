import type { Area, Depth } from '../catalogue/levels.ts';

export interface Client {
  readonly id: string;
  readonly secret: string;
}

/** Tokens that the operator minted beforehand. `scoped` and `unscoped` stand in for a token endpoint. */
export interface GivenTokens {
  readonly scoped?: string;
  readonly unscoped?: string;
  /** Expired over five minutes ago, with the right issuer and audience. */
  readonly expired?: string;
  /** Sound, but for another audience. */
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
  /** What the first and the second user read, as BCP 47 tags, where the operator says so. */
  readonly languages?: { readonly first: string; readonly second: string };
  /** Whether both users read the same language; then nothing is concluded from equal texts. Default false. */
  readonly sameLanguage: boolean;
}

export interface Network {
  /** Environment proxies (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), as found; secrets in them never leave the process. */
  readonly proxy?: { readonly http?: string; readonly https?: string; readonly no?: string };
  /** PEM text of certificate authorities trusted in addition to the built-in ones. */
  readonly ca?: string;
  readonly clientCertificate?: { readonly cert: string; readonly key: string; readonly passphrase?: string };
  /** Sent with every request, for gateways in front of the target. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether credentials may travel in clear text beyond loopback. Default false. */
  readonly allowPlainHttp: boolean;
}

/** A JSON Schema 2020-12: an object or a boolean. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** An endpoint that the specification does not give, as the operator describes it. */
export interface DeclaredEndpoint {
  readonly area: Area;
  /** In capitals. */
  readonly method: string;
  /** Below {base_url}, with `{name}` for each path parameter. Method and path together are the endpoint's id. */
  readonly path: string;
  /** A value for each path parameter, as it stands in the path before percent-encoding. */
  readonly parameters: Readonly<Record<string, string>>;
  /** A well-formed body. `{{unique}}` in its strings is another text in every request. */
  readonly sample?: unknown;
  /** Of the request's body: what contradicts it has to be refused. */
  readonly requestSchema?: JsonSchema;
  /** Of the body of a declared status. */
  readonly responseSchema?: JsonSchema;
  /** Statuses of the declared request. Empty: any 2xx. */
  readonly statuses: readonly number[];
  readonly scopes: readonly string[];
  /** Whether x-user-id is required. */
  readonly takesUser: boolean;
  readonly safety: 'read' | 'write' | 'order';
}

/** Where the stored address can be read. */
export interface ReadBack {
  /** The id of a declared endpoint that reads and takes a user, e.g. `GET /users/me/address`. */
  readonly endpoint: string;
  /** JSON Pointer (RFC 6901) to the address in its answer; empty: the whole answer. */
  readonly address: string;
}

/** How a user is created. */
export interface UserCreation {
  /** The id of a declared endpoint that writes, e.g. `POST /users`. */
  readonly endpoint: string;
  /** JSON Pointer (RFC 6901) to the new user's id in its answer. */
  readonly id: string;
}

/** What the operator declares about this implementation where the specification is silent. */
export interface Profile {
  /** Path of the guide endpoint below {base_url}, with `{id}`. */
  readonly guidePath?: string;
  /** Ids of guides in the order configured in the content management system; pins the order of guides/order-stable. */
  readonly guideOrder?: readonly string[];
  /** Pins user/malformed-status. */
  readonly malformedUserStatus?: number;
  /** The status of success, by endpoint id, for endpoints whose status is not shown; a must where it is given. */
  readonly successStatus: Readonly<Record<string, number>>;
  /** Schemas of successful answers, by endpoint id, for endpoints whose shape is not shown; a must where it is given. */
  readonly responseSchemas: Readonly<Record<string, JsonSchema>>;
  /** Scopes required, by endpoint id; pins scope/declared. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /** Addresses that the target accepts, in place of the built-in one: at least two that differ make overwriting visible. */
  readonly addresses?: readonly Readonly<Record<string, unknown>>[];
  /** An order that the target accepts, in place of the built-in one. */
  readonly order?: Readonly<Record<string, unknown>>;
  readonly addressReadBack?: ReadBack;
  readonly userCreation?: UserCreation;
  /** Endpoints that the specification only names an area for. */
  readonly endpoints: readonly DeclaredEndpoint[];
  /** Methods that no endpoint of this target has; errors/method tries them. */
  readonly absentMethods: readonly string[];
  /** Requirements that cannot be assessed here, with the reason. Only what is not-run can be waived. */
  readonly waivers: readonly { readonly id: string; readonly reason: string }[];
}

/** The profile of an implementation of which nothing is declared. */
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
    /** Free text for reports: what is certified, and which build of it. */
    readonly implementation?: string;
    readonly build?: string;
    /** Whether it is a sandbox, where an order has no effect in reality. Default false. */
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
  /** Requests a second, of this shard alone where it is one. */
  readonly rate?: number;
  readonly timeoutMs: number;
  readonly deadlineS: number;
  readonly shard?: { readonly index: number; readonly total: number };
  /** Whether requests contain a W3C traceparent; `engine/wire/trace-context.ts` says which. */
  readonly traceContext?: boolean;
  readonly network: Network;
  readonly profile: Profile;
}
