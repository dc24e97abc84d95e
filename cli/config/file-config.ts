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
    Optional<
      Pick<DeclaredEndpoint, 'parameters' | 'scopes' | 'takesUser' | 'safety'> & {
        request: Optional<{
          /** A well-formed body. `{{unique}}` becomes a different string in each request. */
          sample: unknown;
          /** The target must refuse a body that violates it. Enables declared/malformed-body. */
          schema: SchemaConfig;
        }>;
        response: Optional<{
          /** Enables declared/schema. */
          schema: SchemaConfig;
          /** Default: any 2xx. */
          statuses: readonly number[];
        }>;
      }
    > {
  readonly area: Exclude<Area, 'authentication'>;
}

export type ProfileConfig = Optional<
  Omit<Profile, 'responseSchemas' | 'addresses' | 'order' | 'addressReadBack' | 'endpoints'> & {
    /** By endpoint id, such as `GET /cash`, if the specification shows no shape. */
    responseSchemas: Readonly<Record<string, SchemaConfig>>;
    /** Accepted addresses. If two differ, a run sees whether the second overwrites the first. */
    addresses: readonly Readonly<{
      line1: string;
      line2?: string;
      city: string;
      postalCode: number | string;
      countryCode: string;
    }>[];
    order: Readonly<{ isin: string; side: string; amount: number }>;
    /**
     * A declared endpoint that reads the stored address. `address` points into it. Default: all of
     * it.
     */
    addressReadBack: Readonly<{ endpoint: string; address?: string | undefined }>;
    /** A run sends each request many times, so leave out what succeeds only once. */
    endpoints: readonly EndpointConfig[];
  }
>;

export interface HarnessConfig
  extends Optional<
    Pick<Config, 'claim' | 'only' | 'skip' | 'traceContext'> & {
      target: Optional<Config['target']>;
      /** Certify the embedded reference in CI, too, if there is no `baseUrl`. Default false. */
      embedded: boolean;
      clients: Optional<{ [Name in keyof Config['clients']]: Optional<Client> }>;
      tokens: Optional<GivenTokens>;
      users: Optional<Users>;
      /** Default: everything for the embedded reference, nothing for other targets. */
      allow: Optional<Config['allow']>;
      run: Optional<
        Pick<Config, 'depth' | 'seed' | 'strict' | 'concurrency' | 'rate'> & {
          /** One request: milliseconds, or a string such as `5s`. Default 10000. */
          timeoutMs: number | Duration;
          /** The whole run: seconds, or a string such as `10m`. Default 900, with deep 3600. */
          deadlineS: number | Duration;
        }
      >;
      network: Optional<
        Pick<Network, 'headers' | 'secretHeaders' | 'allowPlainHttp' | 'listenUrl'> & {
          /** A PEM file of additional trusted authorities. */
          ca: string;
          clientCertificate: Optional<Required<Network>['clientCertificate']>;
        }
      >;
      profile: ProfileConfig;
      /** Default reports/latest. */
      out: string;
      /** They do not change the exit code. */
      knownFailures: string;
      /** Default true, except for `mask`. */
      reports: Optional<ReportSettings>;
      signingKey: string;
    }
  > {}

export type ReportSettings = Readonly<{
  html: boolean;
  junit: boolean;
  ctrf: boolean;
  summary: boolean;
  badge: boolean;
  /** allure-results/, and allure-report/ if the package allure is installed. */
  allure: boolean;
  /** Masks personal data in all output. */
  mask: boolean;
}>;

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
