import type { Area, Depth } from '../catalogue/levels.ts';

/** A client of the authorization server. */
interface ClientConfig {
  readonly id?: string | undefined;
  /** A secret: better in HARNESS_CLIENT_SECRET or HARNESS_UNSCOPED_CLIENT_SECRET than in a file. */
  readonly secret?: string | undefined;
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
  };
  /** Ids of test users, 24 lowercase hexadecimal characters each. */
  readonly users?: {
    readonly first?: string | undefined;
    /** A user whose data and language differ from the first's. */
    readonly second?: string | undefined;
    /** A user of another client. */
    readonly foreign?: string | undefined;
    /** Says that first and second read the same language. */
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
  readonly profile?: {
    /** Path of the guide endpoint below the base URL, with `{id}`. */
    readonly guidePath?: string | undefined;
    /** The status of a malformed x-user-id; pins user/malformed-status. */
    readonly malformedUserStatus?: number | undefined;
    /** Scopes required, by endpoint id such as `GET /cash`; pins scope/declared. */
    readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined;
    /** Methods that no endpoint of this target has, for errors/method. */
    readonly absentMethods?: readonly string[] | undefined;
    /** Requirements that cannot be assessed here, each with the reason. */
    readonly waivers?: readonly { readonly id: string; readonly reason: string }[] | undefined;
  };
  /** The folder that everything is written to. Default reports/latest. */
  readonly out?: string | undefined;
  /** A file of failures that are known and do not change the exit code. */
  readonly knownFailures?: string | undefined;
  /** Whether personal data are masked in everything that is written. Default false. */
  readonly publish?: boolean | undefined;
  /** Whether the Allure view is written. Default true. */
  readonly allure?: boolean | undefined;
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
