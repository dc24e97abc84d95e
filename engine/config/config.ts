import type { Area, Depth } from '../schema/vocabulary.ts';
import type { Suspicion } from './suspicion.ts';

/**
 * The credentials of a client at the token endpoint (RFC 6749 section 2.3.1). Only the secret is
 * redacted.
 */
export interface Client {
  readonly id: string;
  readonly secret: string;
}

/**
 * Tokens that the operator already has, without `Bearer `. `scoped` and `unscoped` replace the
 * token endpoint.
 */
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

/** Ids of test users, 24 lowercase hexadecimal characters each. */
export interface Users {
  readonly first: string;
  /** A user whose data and language differ from the first's. */
  readonly second?: string;
  /** A user of another client. */
  readonly foreign?: string;
  /** A user whose daily summaries the client may not see. */
  readonly denied?: string;
  /**
   * The languages of the first and the second user, as BCP 47 tags such as `en-GB`, if the operator
   * states them.
   */
  readonly languages?: { readonly first: string; readonly second: string };
  /**
   * Whether both users have the same language: equal texts prove nothing. Follows from `languages`.
   * Default false.
   */
  readonly sameLanguage: boolean;
}

/** A proxy of the environment. */
export interface HttpProxy {
  /** May contain a user and a password, which never leave the process except to the proxy. */
  readonly url: string;
  /** The variable that sets it, for messages. */
  readonly variable: string;
}

/** How the run reaches the target. It applies to the token endpoint and the key set too. */
export interface Network {
  /** The proxies for URLs of each scheme, and the hosts that need none (the value of NO_PROXY). */
  readonly proxy?: { readonly http?: HttpProxy; readonly https?: HttpProxy; readonly no?: string };
  /** PEM certificates of authorities that are trusted in addition to the built-in ones. */
  readonly ca?: string;
  readonly clientCertificate?: {
    readonly cert: string;
    readonly key: string;
    readonly passphrase?: string;
  };
  /**
   * Sent with every request, for gateways in front of the target. Some contain credentials, by
   * their names.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The names of further `headers` whose values are secrets, in any case. */
  readonly secretHeaders?: readonly string[];
  /** Whether credentials may be sent in clear text beyond loopback. Default false. */
  readonly allowPlainHttp: boolean;
  /**
   * The URL of this process as the target reaches it, for tokens that name the tester's keys. With
   * port 0, the run takes a free port of loopback. Absent: no such token is sent.
   */
  readonly listenUrl?: string;
}

/** A JSON Schema 2020-12: an object or a boolean. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** An endpoint that the specification does not define, as the operator declares it. */
export interface DeclaredEndpoint {
  readonly area: Area;
  /** In upper case. */
  readonly method: string;
  /**
   * Relative to the base URL, percent-encoded, with `{name}` for each parameter. The id is method
   * and path.
   */
  readonly path: string;
  /** A value for each path parameter, before percent-encoding. */
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * A well-formed body. Each request replaces `{{unique}}` in its strings by a different string.
   */
  readonly sample?: unknown;
  /** Schema of the request body. The target must refuse a body that violates it. */
  readonly requestSchema?: JsonSchema;
  /** Schema of the response body under a declared status. */
  readonly responseSchema?: JsonSchema;
  /** The statuses that the declared request may get. Empty: any 2xx. */
  readonly statuses: readonly number[];
  /** Scopes that the endpoint requires. Enables scope/declared. */
  readonly scopes: readonly string[];
  /** Whether the endpoint requires x-user-id. Default true. */
  readonly takesUser: boolean;
  /**
   * `read` changes nothing. `write` changes data and needs the permission `writes`. `order` trades
   * and needs `orders`. Default for GET and HEAD: read. Required for other methods.
   */
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
  /**
   * Ids of guides in the order configured in the content management system. guides/order-stable
   * then requires it.
   */
  readonly guideOrder?: readonly string[];
  /** The status of a malformed x-user-id. user/malformed-status is then a must. */
  readonly malformedUserStatus?: number;
  /**
   * Success statuses by endpoint id, if the specification does not show the status. Each becomes a
   * must.
   */
  readonly successStatus: Readonly<Record<string, number>>;
  /**
   * Schemas of successful responses by endpoint id, if the specification shows no shape. Each
   * becomes a must.
   */
  readonly responseSchemas: Readonly<Record<string, JsonSchema>>;
  /** Required scopes by endpoint id. scope/declared is then a must. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /**
   * Addresses that the target accepts, instead of the built-in one. Two that differ show whether
   * updates overwrite.
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
  /**
   * Requirements that cannot be assessed here, with the reason. Only a requirement that is not-run
   * can be waived.
   */
  readonly waivers: readonly { readonly id: string; readonly reason: string }[];
}

/** The profile if the operator declares nothing. Then only the specification decides. */
export const emptyProfile: Profile = {
  successStatus: {},
  responseSchemas: {},
  scopes: {},
  endpoints: [],
  absentMethods: [],
  waivers: [],
};

/**
 * A valid configuration, as `cli/config` makes it from options, variables and files. Contains
 * secrets.
 */
export interface Config {
  readonly target: {
    /** {base_url} of the specification. */
    readonly baseUrl: string;
    /**
     * {auth_url} of the specification: the token endpoint. Required unless `tokens.scoped` is set.
     */
    readonly authUrl: string;
    readonly audience: string;
    /** The URL of the key set that verifies the tokens. Enables auth/forged-key-confusion. */
    readonly jwksUrl?: string;
    /** The implementation's name in reports and certificate. */
    readonly implementation?: string;
    /** The build, such as a version or a commit. */
    readonly build?: string;
    /**
     * Whether the target is a sandbox: orders have no real effect. Required to allow orders beyond
     * loopback.
     */
    readonly sandbox: boolean;
  };
  readonly clients: {
    /** A client whose tokens have the scope service:nbg. */
    readonly scoped?: Client;
    /** A client whose tokens lack that scope. */
    readonly unscoped?: Client;
  };
  readonly tokens: GivenTokens;
  /** Told only if the target refuses the credential: it may be right. */
  readonly suspicions?: readonly Suspicion[];
  readonly users: Users;
  /** The areas to certify. Default: those with an endpoint that the permissions allow. */
  readonly claim?: readonly Area[];
  readonly allow: {
    /** Updates of the test user's data. */
    readonly writes: boolean;
    /** Investment and savings orders, on a sandbox. */
    readonly orders: boolean;
    /** Bytes that could desynchronise a proxy in front of the target. */
    readonly desync: boolean;
  };
  /** Globs over requirement ids. Other requirements are not judged. */
  readonly only?: readonly string[];
  /** Globs over requirement ids that are left out, also if `only` selects them. */
  readonly skip?: readonly string[];
  /**
   * Ids of endpoints where requirements run that `only` does not select, so that monitors judge the
   * responses.
   */
  readonly input?: readonly string[];
  /** How many cases a run generates. Default standard. */
  readonly depth: Depth;
  /** From 0 to 2147483647. Default: a random one, or 1 in a shard. */
  readonly seed: number;
  /** Whether a warning makes the target non-conformant. Default false. */
  readonly strict: boolean;
  /** Requests in flight at the same time. Default 8. */
  readonly concurrency: number;
  /** The most requests per second; in a shard, its share of the run's limit. Default: no limit. */
  readonly rate?: number;
  readonly timeoutMs: number;
  readonly deadlineS: number;
  readonly shard?: { readonly index: number; readonly total: number };
  /**
   * Whether requests contain a W3C `traceparent`, so that you find the trace of a finding in your
   * own tracing system. Only requests with exactly the headers of the well-formed request of their
   * endpoint contain it. Default false.
   */
  readonly traceContext?: boolean;
  readonly network: Network;
  readonly profile: Profile;
}

/** Returns the id of a declared endpoint, in the form of specified ids. */
export const declaredId = ({ method, path }: Pick<DeclaredEndpoint, 'method' | 'path'>): string =>
  `${method} ${path}`;
