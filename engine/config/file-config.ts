import type { Area, Depth } from '../catalogue/levels.ts';
import type { JsonSchema } from './config.ts';

/** A client of the authorization server. */
interface ClientConfig {
  readonly id?: string | undefined;
  /** A secret: better in M2M_CLIENT_SECRET or M2M_UNSCOPED_CLIENT_SECRET than in a file. */
  readonly secret?: string | undefined;
}

/** A JSON Schema 2020-12, or the path of a JSON file that holds one, relative to the configuration. */
type SchemaConfig = JsonSchema | string;

/** An endpoint that the specification does not give. Method and path together are its id, e.g. `GET /users/me`. */
export interface EndpointConfig {
  readonly area: Exclude<Area, 'authentication'>;
  /** In capitals. */
  readonly method: string;
  /** Below the base URL, percent-encoded, with `{name}` for each parameter. */
  readonly path: string;
  /** A value for each `{name}` of the path, before percent-encoding. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly request?:
    | {
        /** A well-formed body, as JSON. `{{unique}}` in its texts is another text in every request. */
        readonly sample?: unknown;
        /** Of the body; what contradicts it has to be refused. Enables declared/malformed-body. */
        readonly schema?: SchemaConfig | undefined;
      }
    | undefined;
  readonly response?:
    | {
        /** Of the body. Enables declared/schema. */
        readonly schema?: SchemaConfig | undefined;
        /** Statuses of success. Default: any 2xx. */
        readonly statuses?: readonly number[] | undefined;
      }
    | undefined;
  /** Scopes that it requires. Enables scope/declared. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether it requires x-user-id. Default true. */
  readonly takesUser?: boolean | undefined;
  /**
   * `read` changes nothing, `write` needs the permission `writes`, `order` trades and needs `orders`. Default read for
   * GET and HEAD; others have to say.
   */
  readonly safety?: 'read' | 'write' | 'order' | undefined;
}

/** What an operator declares of the implementation where the specification is silent. */
export interface ProfileConfig {
  /** Path of the guide endpoint below the base URL, with `{id}`. */
  readonly guidePath?: string | undefined;
  /** Ids of guides in the order configured in the content management system; pins the order of guides/order-stable. */
  readonly guideOrder?: readonly string[] | undefined;
  /** The status of a malformed x-user-id; pins user/malformed-status. */
  readonly malformedUserStatus?: number | undefined;
  /** The status of success, by endpoint id such as `PATCH /users/me/address`, where the specification shows none. */
  readonly successStatus?: Readonly<Record<string, number>> | undefined;
  /** Schemas of successful answers, by endpoint id such as `GET /cash`, where the specification shows no shape. */
  readonly responseSchemas?: Readonly<Record<string, SchemaConfig>> | undefined;
  /** Scopes required, by endpoint id such as `GET /cash`; pins scope/declared. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Addresses that the target accepts, in place of the built-in one: at least two that differ make overwriting visible. */
  readonly addresses?:
    | readonly {
        readonly line1: string;
        readonly line2?: string;
        readonly city: string;
        readonly postalCode: number | string;
        /** Two capital letters. */
        readonly countryCode: string;
      }[]
    | undefined;
  /** An order that the target accepts, in place of the built-in one. */
  readonly order?: { readonly isin: string; readonly side: string; readonly amount: number } | undefined;
  /** Where the stored address can be read: a declared endpoint, and a JSON Pointer into its answer (default: all of it). */
  readonly addressReadBack?: { readonly endpoint: string; readonly address?: string | undefined } | undefined;
  /** How a user is created: a declared endpoint, and a JSON Pointer to the new user's id in its answer. */
  readonly userCreation?: { readonly endpoint: string; readonly id: string } | undefined;
  /**
   * Endpoints of areas that the specification only names, and others of yours. The same request is sent many times: leave
   * out what succeeds only once, such as a DELETE of what its path names.
   */
  readonly endpoints?: readonly EndpointConfig[] | undefined;
  /** Methods that no endpoint of this target has, for errors/method. */
  readonly absentMethods?: readonly string[] | undefined;
  /** Requirements that cannot be assessed here, each with the reason. */
  readonly waivers?: readonly { readonly id: string; readonly reason: string }[] | undefined;
}

/** What an operator writes in harness.config.ts. Every key is optional; flags and variables win over it. */
export interface HarnessConfig {
  /** What is certified. Without a `baseUrl` it is the embedded reference implementation. */
  readonly target?: {
    /** {base_url} of the specification. */
    readonly baseUrl?: string | undefined;
    /** {auth_url} of the specification: the token endpoint. Needed unless `tokens.scoped` is given. */
    readonly authUrl?: string | undefined;
    readonly audience?: string | undefined;
    /** The key set that verifies the tokens; enables auth/forged-key-confusion. */
    readonly jwksUrl?: string | undefined;
    /** Names the implementation in reports and certificate. */
    readonly implementation?: string | undefined;
    /** Names its build, such as a version or a commit. */
    readonly build?: string | undefined;
    /** Says that orders have no effect in reality. Needed to allow orders beyond loopback. */
    readonly sandbox?: boolean | undefined;
  };
  readonly clients?: {
    /** A client that is issued tokens with the scope service:nbg. */
    readonly scoped?: ClientConfig | undefined;
    /** A client that is issued tokens without it. */
    readonly unscoped?: ClientConfig | undefined;
  };
  /** Tokens minted beforehand, without `Bearer `. `scoped` and `unscoped` stand in for a token endpoint. */
  readonly tokens?: {
    readonly scoped?: string | undefined;
    readonly unscoped?: string | undefined;
    /** Expired over five minutes ago, with the right issuer and audience. */
    readonly expired?: string | undefined;
    /** Sound, but for another audience. */
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
    /** What the first and the second user read, as BCP 47 tags such as `en-GB`. */
    readonly languages?: { readonly first: string; readonly second: string } | undefined;
    /** Says that first and second read the same language. Follows from `languages` where these are given. */
    readonly sameLanguage?: boolean | undefined;
  };
  /** Areas that are claimed. Default: those with an endpoint that the permissions allow. */
  readonly claim?: readonly Area[] | undefined;
  /** What may be sent beyond reading. For the embedded reference implementation all of it, elsewhere nothing by default. */
  readonly allow?: {
    /** Updates of the test user's data. */
    readonly writes?: boolean | undefined;
    /** Investment and savings orders, on a sandbox. */
    readonly orders?: boolean | undefined;
    /** Bytes that could desynchronise a proxy in front of the target. */
    readonly desync?: boolean | undefined;
  };
  /** Globs over requirement ids; the rest is not run. */
  readonly only?: readonly string[] | undefined;
  readonly run?: {
    /** How many generated cases. Default standard. */
    readonly depth?: Depth | undefined;
    /** From 0 to 2147483647. Default: a random one, or 1 in a shard. */
    readonly seed?: number | undefined;
    /** Whether a warning makes the target non-conformant. Default false. */
    readonly strict?: boolean | undefined;
    /** Requests in flight at the same time. Default 8. */
    readonly concurrency?: number | undefined;
    /** Requests a second at most. Default: no limit. */
    readonly rate?: number | undefined;
    /** Milliseconds for one request. Default 10000. */
    readonly timeoutMs?: number | undefined;
    /** Seconds for the whole run. Default 900, with depth deep 3600. */
    readonly deadlineS?: number | undefined;
  };
  readonly network?: {
    /** A PEM file of certificate authorities that are trusted in addition. */
    readonly ca?: string | undefined;
    /** PEM files with which the harness authenticates itself in TLS. */
    readonly clientCertificate?:
      | {
          readonly cert?: string | undefined;
          readonly key?: string | undefined;
          readonly passphrase?: string | undefined;
        }
      | undefined;
    /** Headers for a gateway in front of the target, sent with every request. Their values count as secrets. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Lets credentials travel in clear text beyond loopback. */
    readonly allowPlainHttp?: boolean | undefined;
  };
  /** What is declared of this implementation where the specification is silent. */
  readonly profile?: ProfileConfig | undefined;
  /** The folder that everything is written to. Default reports/latest. */
  readonly out?: string | undefined;
  /** A file of failures that are known and do not change the exit code. */
  readonly knownFailures?: string | undefined;
  /** What is written beside result.json and the evidence. */
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
    /** allure-results/, and allure-report/ where the package allure is installed. Default true. */
    readonly allure?: boolean | undefined;
    /** Whether personal data are masked in everything that is written. Default false. */
    readonly mask?: boolean | undefined;
  };
  /** The Ed25519 private key that signs certificates: PEM text, or the file that holds it. */
  readonly signingKey?: string | undefined;
}

/** What a configuration that is a function is called with. */
export interface ConfigContext {
  /** The process environment over `.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

type ConfigFunction = (context: ConfigContext) => HarnessConfig | Promise<HarnessConfig>;

/** The identity: gives the default export of harness.config.ts its type. */
export function defineConfig(config: HarnessConfig): HarnessConfig;
export function defineConfig(config: ConfigFunction): ConfigFunction;
export function defineConfig(config: HarnessConfig | ConfigFunction): HarnessConfig | ConfigFunction {
  return config;
}
