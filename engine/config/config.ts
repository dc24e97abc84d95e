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
}

export interface Users {
  readonly first: string;
  readonly second?: string;
  /** A user of another client. */
  readonly foreign?: string;
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

/** What the operator declares about this implementation where the specification is silent. */
export interface Profile {
  /** Path of the guide endpoint below {base_url}, with `{id}`. */
  readonly guidePath?: string;
  /** Pins user/malformed-status. */
  readonly malformedUserStatus?: number;
  /** Scopes required, by endpoint id; pins scope/declared. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /** Methods that no endpoint of this target has; errors/method tries them. */
  readonly absentMethods: readonly string[];
  /** Requirements that cannot be assessed here, with the reason. Only what is not-run can be waived. */
  readonly waivers: readonly { readonly id: string; readonly reason: string }[];
}

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
  /** Requests a second. */
  readonly rate?: number;
  readonly timeoutMs: number;
  readonly deadlineS: number;
  readonly shard?: { readonly index: number; readonly total: number };
  readonly network: Network;
  readonly profile: Profile;
}
