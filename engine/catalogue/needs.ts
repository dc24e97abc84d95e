import type { Config } from '../config/config.ts';
import { ofWords, type Sentence } from '../exchange/sentence.ts';
import type { RunFacts } from './bound.ts';

type Precondition = Readonly<{
  met: (config: Config, facts: RunFacts) => boolean;
  reason: Sentence;
  /** What enables it: variables, keys of the profile and permissions. */
  lacks?: readonly string[];
  /**
   * The verdict does not depend on it: an equally correct design lacks it, or the requirement is
   * "must when declared" or "must when pinned".
   */
  blocksNothing?: true;
}>;

const table = {
  'token-endpoint': {
    met: ({ clients }) => clients.scoped !== undefined,
    reason:
      'needs a token endpoint, but only tokens are configured; set M2M_AUTH_URL, ' +
      'M2M_CLIENT_ID and M2M_CLIENT_SECRET',
    lacks: ['M2M_AUTH_URL', 'M2M_CLIENT_ID', 'M2M_CLIENT_SECRET'],
  },
  'unscoped-client': {
    met: ({ clients, tokens }, facts) =>
      (clients.unscoped ?? tokens.unscoped) !== undefined &&
      facts.tokens['token:unscoped'] !== undefined,
    reason:
      'needs a token without service:nbg; set M2M_UNSCOPED_CLIENT_ID and ' +
      'M2M_UNSCOPED_CLIENT_SECRET to a client whose tokens lack that scope',
    lacks: ['M2M_UNSCOPED_CLIENT_ID', 'M2M_UNSCOPED_CLIENT_SECRET'],
  },
  'second-user': {
    met: ({ users }) => users.second !== undefined,
    reason: 'needs a second user whose data differ; set M2M_SECOND_USER_ID',
    lacks: ['M2M_SECOND_USER_ID'],
  },
  'second-language': {
    met: ({ users }) => users.second !== undefined && !users.sameLanguage,
    reason:
      'needs a second user of another language; set M2M_SECOND_USER_ID to one, and leave ' +
      'M2M_SAME_LANGUAGE unset',
    lacks: ['M2M_SECOND_USER_ID'],
  },
  'foreign-user': {
    met: ({ users }) => users.foreign !== undefined,
    reason: 'needs the id of a user of another client; set M2M_FOREIGN_USER_ID',
    lacks: ['M2M_FOREIGN_USER_ID'],
  },
  denied: {
    met: ({ tokens, users }) => (tokens.denied ?? users.denied) !== undefined,
    reason:
      'needs a token or user that is denied access to the daily summaries; set ' +
      'M2M_DENIED_TOKEN or M2M_DENIED_USER_ID',
    lacks: ['M2M_DENIED_TOKEN', 'M2M_DENIED_USER_ID'],
    blocksNothing: true,
  },
  'read-back': {
    met: ({ profile }) => profile.addressReadBack !== undefined,
    reason:
      'needs an endpoint that reads the stored address; declare it in profile.endpoints ' +
      'and name it in profile.addressReadBack',
    lacks: ['profile.addressReadBack'],
    blocksNothing: true,
  },
  'user-creation': {
    met: ({ profile }) => profile.userCreation !== undefined,
    reason:
      'needs an endpoint that creates a user; declare it in profile.endpoints and name it ' +
      'in profile.userCreation',
    lacks: ['profile.userCreation'],
    blocksNothing: true,
  },
  writes: {
    met: ({ allow }) => allow.writes,
    reason: 'creates a user; needs --allow writes',
    lacks: ['--allow writes'],
  },
  'expired-token': {
    met: ({ tokens }) => tokens.expired !== undefined,
    reason: 'needs a token that expired over five minutes ago; set M2M_EXPIRED_TOKEN',
    lacks: ['M2M_EXPIRED_TOKEN'],
  },
  'other-audience-token': {
    met: ({ tokens }) => tokens.otherAudience !== undefined,
    reason: 'needs a valid token for another audience; set M2M_OTHER_AUDIENCE_TOKEN',
    lacks: ['M2M_OTHER_AUDIENCE_TOKEN'],
  },
  jwks: {
    met: (_config, facts) => facts.publicKey !== undefined,
    reason:
      'needs the public key that verifies the tokens, and an asymmetric alg; set ' +
      'M2M_JWKS_URL to the key set of the identity provider',
    lacks: ['M2M_JWKS_URL'],
    blocksNothing: true,
  },
  'unscoped-jws': {
    met: (_config, facts) => facts.tokens['token:unscoped']?.form === 'jws',
    reason:
      'needs a token without service:nbg that is a JWS; the payload of a JWE or an opaque ' +
      'token cannot be altered',
    blocksNothing: true,
  },
  'direct-connection': {
    met: ({ network }) => network.proxy === undefined,
    reason:
      'needs a direct connection; a proxy may refuse bytes that are not valid HTTP; list ' +
      'the target in NO_PROXY',
  },
  listener: {
    met: ({ network }) => network.listenUrl !== undefined,
    reason:
      'needs a URL at which the target can reach this process (without it, only a target ' +
      'on loopback can); set --listen',
    blocksNothing: true,
  },
} satisfies Record<string, Omit<Precondition, 'reason'> & { readonly reason: string }>;

export type Need = keyof typeof table;

export const preconditions = Object.fromEntries(
  Object.entries(table).map(([need, row]) => [need, { ...row, reason: ofWords(row.reason) }]),
) as Readonly<Record<Need, Precondition>>;

/** Prefers a precondition that blocks nothing. Undefined if all are met. */
export function unmetNeed(
  { needs = [] }: { readonly needs?: readonly Need[] },
  config: Config,
  facts: RunFacts,
) {
  const unmet = needs.map((need) => preconditions[need]).filter(({ met }) => !met(config, facts));
  return unmet.find(({ blocksNothing }) => blocksNothing) ?? unmet[0];
}
