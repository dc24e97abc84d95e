import type { Client, Config } from './config.ts';

/** The configuration of a run that starts its target itself: everything but what only a started target knows. */
export type EmbeddedConfig = Omit<Config, 'target' | 'clients' | 'tokens' | 'users'>;

/** What a started reference implementation says of itself. */
export interface StartedReference {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  readonly audience: string;
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  /** Of different languages. */
  readonly users: { readonly first: string; readonly second: string };
  readonly expiredToken: string;
  readonly otherAudienceToken: string;
}

/** The whole configuration, once the embedded reference implementation runs. */
export function completeEmbedded(partial: EmbeddedConfig, reference: StartedReference): Config {
  const { baseUrl, authUrl, jwksUrl, audience, clients, users, expiredToken, otherAudienceToken } = reference;
  return {
    ...partial,
    target: {
      baseUrl,
      authUrl,
      audience,
      jwksUrl,
      // Nobody shall take a report on it for one on their own implementation.
      implementation: 'embedded reference implementation',
      sandbox: true,
    },
    clients,
    tokens: { expired: expiredToken, otherAudience: otherAudienceToken },
    users: { ...users, sameLanguage: false },
  };
}
