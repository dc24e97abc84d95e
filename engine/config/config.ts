import type { Area, Depth } from '../schema/vocabulary.ts';

export type Client = Readonly<{
  id: string;
  secret: string;
}>;

/** Without `Bearer `. `scoped` and `unscoped` replace the token endpoint. */
export type GivenTokens = Readonly<{
  scoped?: string;
  unscoped?: string;
  expired?: string;
  otherAudience?: string;
  denied?: string;
}>;

/** Ids, 24 lowercase hexadecimal characters each. */
export type Users = Readonly<{
  first: string;
  second?: string;
  foreign?: string;
  denied?: string;
  /** BCP 47 tags such as `en-GB`, if the operator states them. */
  languages?: Readonly<{ first: string; second: string }>;
  /** Then equal texts prove nothing. Follows from `languages`. Default false. */
  sameLanguage: boolean;
}>;

export type HttpProxy = Readonly<{
  /** May contain a user and a password, which only the proxy gets. */
  url: string;
  variable: string;
}>;

export type Network = Readonly<{
  /** By the scheme of the URL. `no` is the value of NO_PROXY. */
  proxy?: Readonly<{ http?: HttpProxy; https?: HttpProxy; no?: string }>;
  ca?: string;
  clientCertificate?: Readonly<{
    cert: string;
    key: string;
    passphrase?: string;
  }>;
  headers: Readonly<Record<string, string>>;
  /** Further `headers` whose values are secrets, in any case. */
  secretHeaders?: readonly string[];
  /** Whether credentials may be sent in clear text beyond loopback. Default false. */
  allowPlainHttp: boolean;
  /**
   * This process as the target reaches it, for tokens that name the tester's keys. With port 0, a
   * free port of loopback. Absent: no such token is sent.
   */
  listenUrl?: string;
}>;

export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

export type DeclaredEndpoint = Readonly<{
  area: Area;
  method: string;
  path: string;
  parameters: Readonly<Record<string, string>>;
  /** A well-formed body. Each request replaces `{{unique}}` in its strings by another string. */
  sample?: unknown;
  requestSchema?: JsonSchema;
  responseSchema?: JsonSchema;
  /** Empty: any 2xx. */
  statuses: readonly number[];
  /** Required. Enables scope/declared. */
  scopes: readonly string[];
  /** Whether it requires x-user-id. Default true. */
  takesUser: boolean;
  /**
   * `write` needs the permission `writes`, `order` the permission `orders`. Default for GET and
   * HEAD: read. Required for other methods.
   */
  safety: 'read' | 'write' | 'order';
}>;

export type ReadBack = Readonly<{
  endpoint: string;
  /** JSON Pointer (RFC 6901) to the address in the response. Empty: the whole response. */
  address: string;
}>;

type UserCreation = Readonly<{
  endpoint: string;
  /** JSON Pointer (RFC 6901) to the new user's id in the response. */
  id: string;
}>;

export type Profile = Readonly<{
  guidePath?: string;
  /** Ids in the order of the content management system, which guides/order-stable requires. */
  guideOrder?: readonly string[];
  malformedUserStatus?: number;
  /** By endpoint id, if the specification does not show the status. Each becomes a must. */
  successStatus: Readonly<Record<string, number>>;
  /** By endpoint id, if the specification shows no shape. Each becomes a must. */
  responseSchemas: Readonly<Record<string, JsonSchema>>;
  /** By endpoint id. scope/declared is then a must. */
  scopes: Readonly<Record<string, readonly string[]>>;
  /** Accepted instead of the built-in one. Two that differ show whether updates overwrite. */
  addresses?: readonly Readonly<Record<string, unknown>>[];
  order?: Readonly<Record<string, unknown>>;
  addressReadBack?: ReadBack;
  userCreation?: UserCreation;
  endpoints: readonly DeclaredEndpoint[];
  absentMethods: readonly string[];
  /** Requirements that cannot be assessed here. Only one that is not-run can be waived. */
  waivers: readonly Readonly<{ id: string; reason: string }>[];
}>;

export const emptyProfile: Profile = {
  successStatus: {},
  responseSchemas: {},
  scopes: {},
  endpoints: [],
  absentMethods: [],
  waivers: [],
};

export type Config = Readonly<{
  target: Readonly<{
    baseUrl: string;
    /** {auth_url} of the specification: the token endpoint. Required without `tokens.scoped`. */
    authUrl: string;
    audience: string;
    /** The key set that verifies the tokens. Enables auth/forged-key-confusion. */
    jwksUrl?: string;
    implementation?: string;
    build?: string;
    /** Orders have no real effect. Required to allow orders beyond loopback. */
    sandbox: boolean;
  }>;
  clients: Readonly<{
    scoped?: Client;
    unscoped?: Client;
  }>;
  tokens: GivenTokens;
  /** Told only if the target refuses the credential: it may be right. */
  suspicions?: readonly Suspicion[];
  users: Users;
  claim?: readonly Area[];
  allow: Readonly<{
    writes: boolean;
    orders: boolean;
    /** Bytes that could desynchronise a proxy in front of the target. */
    desync: boolean;
  }>;
  only?: readonly string[];
  /** Globs over requirement ids, also of those that `only` selects. */
  skip?: readonly string[];
  /** Endpoints that also get the requests of other requirements, for monitors to judge. */
  input?: readonly string[];
  depth: Depth;
  /** From 0 to 2147483647. Default: a random one, or 1 in a shard. */
  seed: number;
  /** Whether a warning makes the target non-conformant. Default false. */
  strict: boolean;
  concurrency: number;
  /** Requests per second; in a shard, its share of the run's limit. Default: no limit. */
  rate?: number;
  timeoutMs: number;
  deadlineS: number;
  shard?: Readonly<{ index: number; total: number }>;
  /**
   * Whether requests with the headers of a well-formed one contain a W3C `traceparent`. Default
   * false.
   */
  traceContext?: boolean;
  network: Network;
  profile: Profile;
}>;

export const declaredId = ({ method, path }: Pick<DeclaredEndpoint, 'method' | 'path'>) =>
  `${method} ${path}`;

export type Suspicion = Readonly<{
  key: string;
  said: string;
}>;

export const suspected = (branches: readonly string[], suspicions: readonly Suspicion[] = []) =>
  suspicions
    .flatMap(({ key, said }) =>
      branches.some((branch) => key.startsWith(branch)) ? [` ${said}`] : [],
    )
    .join('');
