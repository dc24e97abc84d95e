import type { Variation } from './shape.ts';

export const identityVariations: readonly Variation[] = [
  {
    id: 'keys-eddsa',
    title: 'Tokens are signed with Ed25519',
    why: 'token/jwt asks for a JWS with any algorithm but none; RFC 8037.',
  },
  {
    id: 'keys-hs256-without-jwks',
    title: 'Identity provider and API share a secret, and there is no key set',
    why: 'token/jwt allows any algorithm but none, and the specification names no key set.',
  },
  {
    id: 'token-jwe',
    title: 'Tokens are encrypted',
    why: 'token/jwt allows a JWE of five parts.',
  },
  {
    id: 'token-without-kid',
    title: 'Tokens and the only key carry no kid',
    why: 'kid is optional in a JWS (RFC 7515 section 4.1.4) and in a JWK (RFC 7517 section 4.5).',
  },
  {
    id: 'several-keys',
    title: 'The key set holds an RSA and an elliptic key, used in turn',
    why: 'A key set may hold several keys (RFC 7517 section 5); token/jwt prescribes no algorithm.',
  },
  {
    id: 'scopes-in-scp-array',
    title: 'The token carries its scopes as an array named scp',
    why: "The specification states the scope string of the token answer only; the claims are the identity provider's own.",
  },
  {
    id: 'scopes-as-permissions',
    title: 'The token carries its scopes as permissions, and says how it was granted',
    why: 'The claims of the token are not shown in the specification.',
  },
  {
    id: 'audience-array',
    title: 'The token is for two audiences, ours among them',
    why: 'aud may be an array (RFC 7519 section 4.1.3).',
  },
  {
    id: 'token-reused',
    title: 'The token endpoint answers with the same token until its last minute',
    why: 'token/renewal asks for a token that works; expires_in is the lifetime that is left (RFC 6749 section 5.1).',
  },
  {
    id: 'token-revoked-on-renewal',
    title: 'A new token of a client revokes the one before it',
    why: 'token/renewal: the earlier one may be revoked by it.',
  },
  {
    id: 'token-errors-html',
    title: 'The token endpoint refuses with HTML pages',
    why: 'READING, token: its errors need not be ApiError.',
  },
  {
    id: 'unscoped-without-scope',
    title: "The second client's token answer has no scope member",
    why: "token/scope-withheld: the unscoped client's scope string, if there is one (and RFC 6749 section 5.1).",
  },
  {
    id: 'clock-ahead',
    title: "All the vendor's clocks are a minute ahead",
    why: "token/expiry-claim compares with the response's Date, and nothing asks for the tester's time.",
  },
  {
    id: 'user-before-token',
    title: 'The user id is checked before the token',
    why: 'The order of checks is not stated, and each negative has a single fault.',
  },
  {
    id: 'body-before-token',
    title: 'The body is read and checked before the token',
    why: 'The order of checks is not stated; nothing is stored before the token was checked.',
  },
  {
    id: 'unscoped-refused-elsewhere',
    title: 'Every other endpoint but the guides wants a scope of its own',
    why: 'Scopes required by the other endpoints are said to be listed per endpoint; scope/others is observe.',
  },
  {
    id: 'unknown-user-404',
    title: 'An unknown user is 404 everywhere but on daily summaries',
    why: 'user/unknown asks for a refusal; user/unknown-status is observe.',
  },
  {
    id: 'malformed-user-401',
    title: 'A missing or malformed user id is 401',
    why: 'user/missing and user/malformed ask for a refusal; user/malformed-status is observe.',
  },
  {
    id: 'ids-all-digits',
    title: 'The ids of users and guides hold no letters',
    why: 'They match ^[a-f0-9]{24}$.',
  },
];
