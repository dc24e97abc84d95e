import type { Variation } from './variations.ts';

/** Other ways to issue tokens, to refuse and to speak HTTP. */
export const wireVariations = [
  {
    id: 'tokens-signed-with-pss',
    title: 'Tokens are signed with RSASSA-PSS and SHA-384',
    why: 'token/jwt asks only for a JWS with an alg other than none.',
  },
  {
    id: 'keys-rotate',
    title: 'Every fourth token is signed with a new key, and the old ones stay published',
    why: 'The specification says nothing of keys, and RFC 7517 lets a set grow.',
  },
  {
    id: 'crowded-key-set',
    title: 'The key set begins with an encryption key and an elliptic one that sign no token',
    why: 'RFC 7517 section 5: consumers pick by kid, and ignore keys that they cannot use.',
  },
  {
    id: 'key-set-is-not-public',
    title: 'Tokens are signed with RSA, but the keys are not published',
    why: 'The specification names no key set; token checks that need one are not run.',
  },
  {
    id: 'long-tokens',
    title: 'Tokens carry two dozen entitlements and are over a thousand characters long',
    why: 'No length of the token is stated, and the header section stays below 4 KiB.',
  },
  {
    id: 'access-token-profile',
    title: 'Tokens follow RFC 9068, with typ at+jwt, client_id, auth_time and acr',
    why: 'The claims of the token are not shown, and RFC 9068 is the profile for them.',
  },
  {
    id: 'minimal-claims',
    title: 'Tokens carry only iss, aud, exp and scope',
    why: 'RFC 7519 section 4.1: all registered claims are optional.',
  },
  {
    id: 'scopes-in-a-register',
    title: 'Tokens carry no scopes, and the API looks up those of the client',
    why: 'The token must carry the scope in effect; where it is written is not shown.',
  },
  {
    id: 'scopes-that-only-look-alike',
    title: 'The second client holds service:nbg:read, xservice:nbg and SERVICE:NBG',
    why: 'RFC 6749 section 3.3: scopes are case-sensitive words, so that none of these is service:nbg.',
  },
  {
    id: 'tokens-of-two-minutes',
    title: 'Tokens live two minutes',
    why: 'Tokens expire after a set period, which is a sample only, and token/lifetime is observed.',
  },
  {
    id: 'token-desk-reads-forms',
    title: 'The token endpoint reads form-encoded requests as well',
    why: 'token/malformed-body excepts a form-encoded body, which RFC 6749 prescribes.',
  },
  {
    id: 'absent-audience-means-the-only-one',
    title: 'A token request without an audience is for the only API there is',
    why: 'token/missing-fields: a missing audience is observed.',
  },
  {
    id: 'token-desk-denies-with-403',
    title: 'The token endpoint refuses everything with 403 and access_denied',
    why: 'Refusals are 4xx; the errors of the identity provider need not be ApiError.',
  },
  {
    id: 'two-tokens-a-second',
    title: 'The token endpoint issues two tokens a second and answers 429 beyond',
    why: 'Load shedding is retried politely and is never a failure; an identity provider counts tokens.',
  },
  {
    id: 'secrets-with-odd-characters',
    title: 'Client secrets hold quotation marks, backslashes, spaces and letters beyond ASCII',
    why: 'client_secret is a string of JSON without a stated alphabet.',
  },
  {
    id: 'prefix-and-a-host-for-tokens',
    title: 'The API lives below a path prefix, and tokens come from another origin',
    why: 'base_url and auth_url are given for each environment, and nothing ties them together.',
  },
  {
    id: 'leeway-of-four-minutes',
    title: 'Tokens are accepted until four minutes after their end',
    why: 'RFC 7519 section 4.1.4 allows some leeway, and auth/expired judges tokens expired over five minutes ago.',
  },
  {
    id: 'other-audience-is-forbidden',
    title: 'A token for another audience is 403',
    why: 'auth/other-audience: 401 or 403.',
  },
  {
    id: 'several-challenges',
    title: 'A 401 carries three challenges in three lines, of DPoP, Bearer and Basic',
    why: 'RFC 9110 section 11.6.1: several challenges may be sent, in several fields.',
  },
  {
    id: 'user-is-asked-before-the-scope',
    title: 'The user is looked for before the scope is asked',
    why: 'The order of these checks is not stated, and every negative request has a single fault.',
  },
  {
    id: 'unknown-user-is-forbidden',
    title: 'An unknown user is 403 everywhere but on daily summaries',
    why: 'user/unknown asks for a refusal, and user/unknown-status is observed elsewhere.',
  },
  {
    id: 'malformed-user-id-is-not-found',
    title: 'A missing or malformed user id is 404',
    why: 'user/missing and user/malformed ask for a refusal, and the status is observed.',
  },
  {
    id: 'single-guide-wants-a-user',
    title: 'A single guide is shown only to a known user',
    why: 'The headers of this endpoint are not shown; user/optional is observed, and most endpoints require the header.',
  },
  {
    id: 'denied-user-is-denied-everywhere',
    title: 'The denied user is 403 on every endpoint that takes a user',
    why: 'Only daily summaries state what a denied user gets, and nothing says that the user may see the rest.',
  },
  {
    id: 'second-client-has-no-users',
    title: 'No user belongs to the second client',
    why: 'user/foreign-client is observed, and the missing scope is still a 403 on guides.',
  },
  {
    id: 'unknown-path-asks-for-the-token-first',
    title: 'An unknown path is 401 without a token and 404 with one',
    why: 'errors/unknown-route: 404 and ApiError, 401 as well.',
  },
  {
    id: 'other-content-type-is-400',
    title: 'A body of another media type is 400',
    why: 'address/content-type asks for a refusal, and no status is stated.',
  },
  {
    id: 'byte-order-mark-is-overlooked',
    title: 'A byte order mark before a body is overlooked',
    why: 'RFC 8259 section 8.1: parsers may ignore it rather than treat it as an error.',
  },
  {
    id: 'only-json-can-be-accepted',
    title: 'A request whose Accept has no room for JSON is 406',
    why: 'RFC 9110 section 15.5.7; application/json and an absent Accept are served alike.',
  },
  {
    id: 'head-is-answered',
    title: 'HEAD is answered wherever GET is',
    why: 'RFC 9110 section 9.1: general-purpose servers support GET and HEAD.',
  },
  {
    id: 'preflights-are-answered',
    title: 'OPTIONS is 204 without a token, and every origin may read answers',
    why: 'Preflights of the Fetch standard carry no credentials and return no user data.',
  },
  {
    id: 'bodies-end-with-the-connection',
    title: 'Bodies have neither length nor chunks and end with the connection',
    why: 'RFC 9112 section 6.3: then the body goes until the connection closes.',
  },
  {
    id: 'bodies-dribble',
    title: 'Each body comes in seven pieces, some of them cut within a letter',
    why: 'HTTP has no message boundaries below the whole body.',
  },
  {
    id: 'thirty-headers',
    title: 'Answers carry thirty header fields of a gateway, cookies among them',
    why: 'RFC 9110 section 5.1: unknown fields are ignored.',
  },
  {
    id: 'reason-phrases-are-empty',
    title: 'Status lines have empty reason phrases',
    why: 'RFC 9112 section 4: the phrase is optional, and clients ignore it.',
  },
  {
    id: 'one-request-at-a-time',
    title: 'Requests are answered one after another',
    why: 'Nothing promises that requests are served in parallel.',
  },
] as const satisfies readonly Variation[];
