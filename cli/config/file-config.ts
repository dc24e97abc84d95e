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

// Members have the types and meanings of `Config`.

/** Such as `5s` or `1.5m`. */
type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`;

type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** A JSON Schema 2020-12, or the path of its JSON file, relative to the configuration. */
type SchemaConfig = JsonSchema | string;

/** Method and path together are its id, e.g. `GET /users/me`. */
export interface EndpointConfig
  extends Pick<DeclaredEndpoint, 'method' | 'path'>,
    Optional<Pick<DeclaredEndpoint, 'parameters' | 'scopes' | 'takesUser' | 'safety'>> {
  readonly area: Exclude<Area, 'authentication'>;
  readonly request?:
    | Optional<{
        /** A well-formed body. `{{unique}}` becomes a different string in each request. */
        readonly sample: unknown;
        /** The target must refuse a body that violates it. Enables declared/malformed-body. */
        readonly schema: SchemaConfig;
      }>
    | undefined;
  readonly response?:
    | Optional<{
        /** Enables declared/schema. */
        readonly schema: SchemaConfig;
        /** Default: any 2xx. */
        readonly statuses: readonly number[];
      }>
    | undefined;
}

export interface ProfileConfig
  extends Optional<
    Omit<Profile, 'responseSchemas' | 'addresses' | 'order' | 'addressReadBack' | 'endpoints'>
  > {
  /** By endpoint id, such as `GET /cash`, if the specification shows no shape. */
  readonly responseSchemas?: Readonly<Record<string, SchemaConfig>> | undefined;
  /** Accepted addresses. If two differ, a run sees whether the second overwrites the first. */
  readonly addresses?:
    | readonly {
        readonly line1: string;
        readonly line2?: string;
        readonly city: string;
        readonly postalCode: number | string;
        readonly countryCode: string;
      }[]
    | undefined;
  readonly order?:
    | { readonly isin: string; readonly side: string; readonly amount: number }
    | undefined;
  /**
   * A declared endpoint that reads the stored address. `address` points into it. Default: all of
   * it.
   */
  readonly addressReadBack?:
    | { readonly endpoint: string; readonly address?: string | undefined }
    | undefined;
  /** A run sends each request many times, so leave out what succeeds only once. */
  readonly endpoints?: readonly EndpointConfig[] | undefined;
}

export interface HarnessConfig
  extends Optional<Pick<Config, 'claim' | 'only' | 'skip' | 'traceContext'>> {
  readonly target?: Optional<Config['target']>;
  /** Certify the embedded reference in CI, too, if there is no `baseUrl`. Default false. */
  readonly embedded?: boolean | undefined;
  readonly clients?: { readonly [Name in keyof Config['clients']]?: Optional<Client> | undefined };
  readonly tokens?: Optional<GivenTokens>;
  readonly users?: Optional<Users>;
  /** Default: everything for the embedded reference, nothing for other targets. */
  readonly allow?: Optional<Config['allow']>;
  readonly run?: Optional<Pick<Config, 'depth' | 'seed' | 'strict' | 'concurrency' | 'rate'>> & {
    /** One request: milliseconds, or a string such as `5s`. Default 10000. */
    readonly timeoutMs?: number | Duration | undefined;
    /** The whole run: seconds, or a string such as `10m`. Default 900, with depth deep 3600. */
    readonly deadlineS?: number | Duration | undefined;
  };
  readonly network?: Optional<
    Pick<Network, 'headers' | 'secretHeaders' | 'allowPlainHttp' | 'listenUrl'>
  > & {
    /** A PEM file of additional trusted authorities. */
    readonly ca?: string | undefined;
    readonly clientCertificate?: Optional<Required<Network>['clientCertificate']> | undefined;
  };
  readonly profile?: ProfileConfig | undefined;
  /** Default reports/latest. */
  readonly out?: string | undefined;
  /** They do not change the exit code. */
  readonly knownFailures?: string | undefined;
  /** Default true, except for `mask`. */
  readonly reports?: Optional<ReportSettings>;
  readonly signingKey?: string | undefined;
}

export interface ReportSettings {
  readonly html: boolean;
  readonly junit: boolean;
  readonly ctrf: boolean;
  readonly summary: boolean;
  readonly badge: boolean;
  /** allure-results/, and allure-report/ if the package allure is installed. */
  readonly allure: boolean;
  /** Masks personal data in all output. */
  readonly mask: boolean;
}

export interface ConfigContext {
  /** The process environment, which overrides `.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

type ConfigFunction = (context: ConfigContext) => HarnessConfig | Promise<HarnessConfig>;

export function defineConfig(config: HarnessConfig): HarnessConfig;
export function defineConfig(config: ConfigFunction): ConfigFunction;
export function defineConfig(
  config: HarnessConfig | ConfigFunction,
): HarnessConfig | ConfigFunction {
  return config;
}
