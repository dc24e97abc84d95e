import type { Client, Config, Profile } from '../../engine/config/config.ts';

/**
 * The configuration of an embedded run, without the values that exist only after the target has
 * started.
 */
export type EmbeddedConfig = Omit<Config, 'target' | 'clients' | 'tokens' | 'users'>;

/** The URLs, credentials and users of a started reference implementation. */
export interface StartedReference {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  readonly audience: string;
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  /** Ids. `first` and `second` read different languages. */
  readonly users: Readonly<Record<'first' | 'second' | 'foreign' | 'denied', string>>;
  readonly expiredToken: string;
  readonly otherAudienceToken: string;
}

/**
 * Completes the configuration after the reference has started. The operator's profile overrides the
 * reference's.
 */
export function completeEmbedded(
  partial: EmbeddedConfig,
  reference: StartedReference,
  profile: Profile,
): Config {
  const { baseUrl, authUrl, jwksUrl, audience, clients, users, expiredToken, otherAudienceToken } =
    reference;
  return {
    ...partial,
    target: {
      baseUrl,
      authUrl,
      audience,
      jwksUrl,
      // Tells readers that the report is not about their own implementation.
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

/** The members of a profile that are not empty. */
function givenIn(profile: Profile): Partial<Profile> {
  return Object.fromEntries(
    Object.entries(profile).filter(
      ([, value]) => typeof value !== 'object' || Object.keys(value).length > 0,
    ),
  );
}
