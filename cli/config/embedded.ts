import type { Client, Config, Profile } from '../../engine/config/config.ts';

export type EmbeddedConfig = Omit<Config, 'target' | 'clients' | 'tokens' | 'users'>;

export interface StartedReference {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  readonly audience: string;
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  /** `first` and `second` read different languages. */
  readonly users: Readonly<Record<'first' | 'second' | 'foreign' | 'denied', string>>;
  readonly expiredToken: string;
  readonly otherAudienceToken: string;
}

/** The operator's profile overrides the reference's. */
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

function givenIn(profile: Profile): Partial<Profile> {
  return Object.fromEntries(
    Object.entries(profile).filter(
      ([, value]) => typeof value !== 'object' || Object.keys(value).length > 0,
    ),
  );
}
