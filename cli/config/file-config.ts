import type {
  Client,
  Config,
  DeclaredEndpoint,
  GivenTokens,
  JsonSchema,
  Network,
  Profile,
  Users,
} from '../../engine/config/config.ts';
import type { Area } from '../../engine/schema/vocabulary.ts';
import type { Duration } from './duration.ts';

// Members have the types and meanings of `Config`. This file adds what only the file can say.

/** Any member may be left out, or set to undefined. */
type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/**
 * A JSON Schema 2020-12, or the path of a JSON file that contains one, relative to the
 * configuration.
 */
type SchemaConfig = JsonSchema | string;

/**
 * An endpoint that the specification does not define. Method and path together are its id, e.g.
 * `GET /users/me`.
 */
export interface EndpointConfig
  extends Pick<DeclaredEndpoint, 'method' | 'path'>,
    Optional<Pick<DeclaredEndpoint, 'parameters' | 'scopes' | 'takesUser' | 'safety'>> {
  readonly area: Exclude<Area, 'authentication'>;
  readonly request?:
    | {
        /**
         * A well-formed body, as JSON. Each request replaces `{{unique}}` in its strings by a
         * different string.
         */
        readonly sample?: unknown;
        /**
         * Schema of the body. The target must refuse a body that violates it. Enables
         * declared/malformed-body.
         */
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
}

/** What an operator declares about the implementation beyond the specification. */
export interface ProfileConfig
  extends Optional<
    Omit<Profile, 'responseSchemas' | 'addresses' | 'order' | 'addressReadBack' | 'endpoints'>
  > {
  /**
   * Schemas of successful responses by endpoint id, such as `GET /cash`, if the specification shows
   * no shape.
   */
  readonly responseSchemas?: Readonly<Record<string, SchemaConfig>> | undefined;
  /**
   * Addresses that the target accepts, instead of the built-in one. If two differ, the run can see
   * whether the second overwrites the first.
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
  readonly order?:
    | { readonly isin: string; readonly side: string; readonly amount: number }
    | undefined;
  /**
   * A declared endpoint that reads the stored address. `address` points to it in the response.
   * Default: all of it.
   */
  readonly addressReadBack?:
    | { readonly endpoint: string; readonly address?: string | undefined }
    | undefined;
  /**
   * Endpoints of areas that the specification only names, and other endpoints of yours. The harness
   * sends the same request many times, so leave out one that succeeds only once, such as the DELETE
   * of a fixed path.
   */
  readonly endpoints?: readonly EndpointConfig[] | undefined;
}

/**
 * The configuration in harness.config.ts. Every key is optional. Flags and variables override it.
 */
export interface HarnessConfig
  extends Optional<Pick<Config, 'claim' | 'only' | 'skip' | 'traceContext'>> {
  /** The implementation to certify. Without a `baseUrl`, the embedded reference implementation. */
  readonly target?: Optional<Config['target']>;
  /**
   * Whether the embedded reference implementation is the target in CI, too, if there is no
   * `baseUrl`. Default false.
   */
  readonly embedded?: boolean | undefined;
  /** Secrets are better in M2M_CLIENT_SECRET and M2M_UNSCOPED_CLIENT_SECRET than in a file. */
  readonly clients?: { readonly [Name in keyof Config['clients']]?: Optional<Client> | undefined };
  readonly tokens?: Optional<GivenTokens>;
  readonly users?: Optional<Users>;
  /**
   * Permissions beyond reading. Default: all for the embedded reference implementation, none for
   * other targets.
   */
  readonly allow?: Optional<Config['allow']>;
  readonly run?: Optional<Pick<Config, 'depth' | 'seed' | 'strict' | 'concurrency' | 'rate'>> & {
    /**
     * Timeout of one request: milliseconds, or a string with a unit such as `5s`. Default 10000.
     */
    readonly timeoutMs?: number | Duration | undefined;
    /**
     * Deadline of the whole run: seconds, or a string with a unit such as `10m`. Default 900, with
     * depth deep 3600.
     */
    readonly deadlineS?: number | Duration | undefined;
  };
  readonly network?: Optional<
    Pick<Network, 'headers' | 'secretHeaders' | 'allowPlainHttp' | 'listenUrl'>
  > & {
    /** A PEM file of additional certificate authorities to trust. */
    readonly ca?: string | undefined;
    /** PEM files that authenticate the harness in TLS. */
    readonly clientCertificate?: Optional<Required<Network>['clientCertificate']> | undefined;
  };
  /** What you declare about this implementation beyond the specification. */
  readonly profile?: ProfileConfig | undefined;
  /** The output folder. Default reports/latest. */
  readonly out?: string | undefined;
  /** A file of known failures, which do not change the exit code. */
  readonly knownFailures?: string | undefined;
  /** The reports that a run writes beside result.json and the evidence. */
  readonly reports?: Optional<ReportSettings>;
  /**
   * The Ed25519 private key that signs certificates: PEM, or the path of a file that contains it.
   */
  readonly signingKey?: string | undefined;
}

/**
 * Which reports a run writes beside result.json and the evidence. Default true, except for `mask`.
 */
export interface ReportSettings {
  /** index.html, the conformance report. */
  readonly html: boolean;
  /** junit.xml, for CI systems. */
  readonly junit: boolean;
  /** ctrf.json, in the Common Test Report Format. */
  readonly ctrf: boolean;
  /** summary.md, for pull requests. */
  readonly summary: boolean;
  /** badge.svg, the verdict. */
  readonly badge: boolean;
  /** allure-results/, and allure-report/ if the package allure is installed. */
  readonly allure: boolean;
  /** Whether the run masks personal data in all output. */
  readonly mask: boolean;
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
export function defineConfig(
  config: HarnessConfig | ConfigFunction,
): HarnessConfig | ConfigFunction {
  return config;
}
