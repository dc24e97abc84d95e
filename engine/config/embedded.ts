import type { Client, Config, Profile } from './config.ts';

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
  readonly users: Readonly<Record<'first' | 'second' | 'foreign' | 'denied', string>>;
  readonly expiredToken: string;
  readonly otherAudienceToken: string;
}

/** The whole configuration, once the embedded reference implementation runs; its profile where none is given. */
export function completeEmbedded(partial: EmbeddedConfig, reference: StartedReference, profile: Profile): Config {
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
    users: {
      first: users.first,
      second: users.second,
      foreign: users.foreign,
      denied: users.denied,
      sameLanguage: false,
    },
    profile: { ...profile, ...givenIn(partial.profile) },
  };
}

/** What a profile says at all: the rest is left to that of the reference. */
function givenIn(profile: Profile): Partial<Profile> {
  return Object.fromEntries(
    Object.entries(profile).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0),
  );
}
