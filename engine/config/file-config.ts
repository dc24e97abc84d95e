import type { Area, Depth } from '../schema/vocabulary.ts';
import type { JsonSchema } from './config.ts';
import type { Duration } from './duration.ts';

/** A client of the authorization server. */
interface ClientConfig {
  readonly id?: string | undefined;
  /** A secret: better in M2M_CLIENT_SECRET or M2M_UNSCOPED_CLIENT_SECRET than in a file. */
  readonly secret?: string | undefined;
}

/** A JSON Schema 2020-12, or the path of a JSON file that contains one, relative to the configuration. */
type SchemaConfig = JsonSchema | string;

/** An endpoint that the specification does not define. Method and path together are its id, e.g. `GET /users/me`. */
export interface EndpointConfig {
  readonly area: Exclude<Area, 'authentication'>;
  /** In upper case. */
  readonly method: string;
  /** Relative to the base URL, percent-encoded, with `{name}` for each parameter. */
  readonly path: string;
  /** A value for each `{name}` of the path, before percent-encoding. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly request?:
    | {
        /** A well-formed body, as JSON. Each request replaces `{{unique}}` in its strings by a different string. */
        readonly sample?: unknown;
        /** Schema of the body. The target must refuse a body that violates it. Enables declared/malformed-body. */
        readonly schema?: SchemaConfig | undefined;
      }
    | undefined;
  readonly response?:
    | {
        /** Schema of the body. Enables declared/schema. */
        readonly schema?: SchemaConfig | undefined;
        /** Success statuses. Default: any 2xx. */
        readonly statuses?: readonly number[] | undefined;
      }
    | undefined;
  /** Scopes that the endpoint requires. Enables scope/declared. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether the endpoint requires x-user-id. Default true. */
  readonly takesUser?: boolean | undefined;
  /**
   * `read` changes nothing. `write` changes data and needs the permission `writes`. `order` trades and needs `orders`.
   * Default for GET and HEAD: read. Required for other methods.
   */
  readonly safety?: 'read' | 'write' | 'order' | undefined;
}

/** What an operator declares about the implementation beyond the specification. */
export interface ProfileConfig {
  /** Path of the guide endpoint, relative to the base URL, with `{id}`. */
  readonly guidePath?: string | undefined;
  /** Ids of guides in the order configured in the content management system. guides/order-stable then requires it. */
  readonly guideOrder?: readonly string[] | undefined;
  /** The status of a malformed x-user-id. user/malformed-status is then a must. */
  readonly malformedUserStatus?: number | undefined;
  /** The success status by endpoint id, such as `PATCH /users/me/address`, if the specification shows none. */
  readonly successStatus?: Readonly<Record<string, number>> | undefined;
  /** Schemas of successful responses by endpoint id, such as `GET /cash`, if the specification shows no shape. */
  readonly responseSchemas?: Readonly<Record<string, SchemaConfig>> | undefined;
  /** Required scopes by endpoint id, such as `GET /cash`. scope/declared is then a must. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Addresses that the target accepts, instead of the built-in one. If two differ, the run can see whether the second
   * overwrites the first.
   */
  readonly addresses?:
    | readonly {
        readonly line1: string;
        readonly line2?: string;
        readonly city: string;
        readonly postalCode: number | string;
        /** Two uppercase letters. */
        readonly countryCode: string;
      }[]
    | undefined;
  /** An order that the target accepts, instead of the built-in one. */
  readonly order?: { readonly isin: string; readonly side: string; readonly amount: number } | undefined;
  /** A declared endpoint that reads the stored address. `address` points to it in the response. Default: all of it. */
  readonly addressReadBack?: { readonly endpoint: string; readonly address?: string | undefined } | undefined;
  /** A declared endpoint that creates a user, and a JSON Pointer to the new user's id in the response. */
  readonly userCreation?: { readonly endpoint: string; readonly id: string } | undefined;
  /**
   * Endpoints of areas that the specification only names, and other endpoints of yours. The harness sends the same
   * request many times, so leave out one that succeeds only once, such as the DELETE of a fixed path.
   */
  readonly endpoints?: readonly EndpointConfig[] | undefined;
  /** Methods that no endpoint of this target has, for errors/method. */
  readonly absentMethods?: readonly string[] | undefined;
  /** Requirements that cannot be assessed here, each with the reason. */
  readonly waivers?: readonly { readonly id: string; readonly reason: string }[] | undefined;
}

/** The configuration in harness.config.ts. Every key is optional. Flags and variables override it. */
export interface HarnessConfig {
  /** The implementation to certify. Without a `baseUrl`, the embedded reference implementation. */
  readonly target?: {
    /** {base_url} of the specification. */
    readonly baseUrl?: string | undefined;
    /** {auth_url} of the specification: the token endpoint. Required unless `tokens.scoped` is set. */
    readonly authUrl?: string | undefined;
    readonly audience?: string | undefined;
    /** The URL of the key set that verifies the tokens. Enables auth/forged-key-confusion. */
    readonly jwksUrl?: string | undefined;
    /** The implementation's name in reports and certificate. */
    readonly implementation?: string | undefined;
    /** The build, such as a version or a commit. */
    readonly build?: string | undefined;
    /** Declares that orders have no real effect. Required to allow orders beyond loopback. */
    readonly sandbox?: boolean | undefined;
  };
  readonly clients?: {
    /** A client whose tokens have the scope service:nbg. */
    readonly scoped?: ClientConfig | undefined;
    /** A client whose tokens lack that scope. */
    readonly unscoped?: ClientConfig | undefined;
  };
  /** Tokens that you already have, without `Bearer `. `scoped` and `unscoped` replace the token endpoint. */
  readonly tokens?: {
    readonly scoped?: string | undefined;
    readonly unscoped?: string | undefined;
    /** Expired over five minutes ago, with the right issuer and audience. */
    readonly expired?: string | undefined;
    /** Valid, but for another audience. */
    readonly otherAudience?: string | undefined;
    /** A valid token that is denied access to the daily summaries. */
    readonly denied?: string | undefined;
  };
  /** Ids of test users, 24 lowercase hexadecimal characters each. */
  readonly users?: {
    readonly first?: string | undefined;
    /** A user whose data and language differ from the first's. */
    readonly second?: string | undefined;
    /** A user of another client. */
    readonly foreign?: string | undefined;
    /** A user whose daily summaries the client may not see. */
    readonly denied?: string | undefined;
    /** The languages of the first and the second user, as BCP 47 tags such as `en-GB`. */
    readonly languages?: { readonly first: string; readonly second: string } | undefined;
    /** Declares that first and second read the same language. Not needed with `languages`. */
    readonly sameLanguage?: boolean | undefined;
  };
  /** The areas to certify. Default: those with an endpoint that the permissions allow. */
  readonly claim?: readonly Area[] | undefined;
  /** Permissions beyond reading. Default: all for the embedded reference implementation, none for other targets. */
  readonly allow?: {
    /** Updates of the test user's data. */
    readonly writes?: boolean | undefined;
    /** Investment and savings orders, on a sandbox. */
    readonly orders?: boolean | undefined;
    /** Bytes that could desynchronise a proxy in front of the target. */
    readonly desync?: boolean | undefined;
  };
  /** Globs over requirement ids. Other requirements do not run. */
  readonly only?: readonly string[] | undefined;
  readonly run?: {
    /** How many cases a run generates. Default standard. */
    readonly depth?: Depth | undefined;
    /** From 0 to 2147483647. Default: a random one, or 1 in a shard. */
    readonly seed?: number | undefined;
    /** Whether a warning makes the target non-conformant. Default false. */
    readonly strict?: boolean | undefined;
    /** Requests in flight at the same time. Default 8. */
    readonly concurrency?: number | undefined;
    /** The most requests per second. Default: no limit. */
    readonly rate?: number | undefined;
    /** Timeout of one request: milliseconds, or a string with a unit such as `5s`. Default 10000. */
    readonly timeoutMs?: number | Duration | undefined;
    /** Deadline of the whole run: seconds, or a string with a unit such as `10m`. Default 900, with depth deep 3600. */
    readonly deadlineS?: number | Duration | undefined;
  };
  readonly network?: {
    /** A PEM file of additional certificate authorities to trust. */
    readonly ca?: string | undefined;
    /** PEM files that authenticate the harness in TLS. */
    readonly clientCertificate?:
      | {
          readonly cert?: string | undefined;
          readonly key?: string | undefined;
          readonly passphrase?: string | undefined;
        }
      | undefined;
    /** Headers that the harness sends with every request, for a gateway. Their values count as secrets. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Allows credentials in clear text beyond loopback. */
    readonly allowPlainHttp?: boolean | undefined;
  };
  /**
   * Whether requests contain a W3C `traceparent`, so that you find the trace of a finding in your own tracing system. Only
   * requests with exactly the headers of the well-formed request of their endpoint contain it. Default false.
   */
  readonly traceContext?: boolean | undefined;
  /** What you declare about this implementation beyond the specification. */
  readonly profile?: ProfileConfig | undefined;
  /** The output folder. Default reports/latest. */
  readonly out?: string | undefined;
  /** A file of known failures, which do not change the exit code. */
  readonly knownFailures?: string | undefined;
  /** The reports that a run writes beside result.json and the evidence. */
  readonly reports?: {
    /** index.html, the conformance report. Default true. */
    readonly html?: boolean | undefined;
    /** junit.xml, for CI systems. Default true. */
    readonly junit?: boolean | undefined;
    /** ctrf.json, in the Common Test Report Format. Default true. */
    readonly ctrf?: boolean | undefined;
    /** summary.md, for pull requests. Default true. */
    readonly summary?: boolean | undefined;
    /** badge.svg, the verdict. Default true. */
    readonly badge?: boolean | undefined;
    /** allure-results/, and allure-report/ if the package allure is installed. Default true. */
    readonly allure?: boolean | undefined;
    /** Whether the run masks personal data in all output. Default false. */
    readonly mask?: boolean | undefined;
  };
  /** The Ed25519 private key that signs certificates: PEM, or the path of a file that contains it. */
  readonly signingKey?: string | undefined;
}

/** The argument of a configuration that is a function. */
export interface ConfigContext {
  /** The process environment, which overrides `.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

type ConfigFunction = (context: ConfigContext) => HarnessConfig | Promise<HarnessConfig>;

/** Returns its argument. Gives the default export of harness.config.ts its type. */
export function defineConfig(config: HarnessConfig): HarnessConfig;
export function defineConfig(config: ConfigFunction): ConfigFunction;
export function defineConfig(config: HarnessConfig | ConfigFunction): HarnessConfig | ConfigFunction {
  return config;
}
