import { variation } from './entry.ts';

export const accessVariations = [
  // tokens and keys
  variation('keys-rs256', 'tokens are signed with RS256', 'the token is a JWT; its algorithm is not shown'),
  variation('keys-eddsa', 'tokens are signed with Ed25519', 'the token is a JWT; its algorithm is not shown'),
  variation(
    'keys-hs256',
    'tokens are signed with a secret that provider and API share, no key is published',
    'token/jwt asks for an alg other than none; the specification names no key set',
  ),
  variation(
    'tokens-encrypted',
    'tokens are encrypted directly, so the second of five parts is empty',
    'token/jwt: or a JWE of five parts; RFC 7518 section 4.5 leaves the encrypted key empty',
  ),
  variation('tokens-without-kid', 'tokens name no key', 'RFC 7515 section 4.1.4: kid is optional'),
  variation(
    'keys-two-in-turn',
    'tokens are signed with two published keys in turn',
    'RFC 7517: a key set may hold several keys, as while keys are rotated',
  ),
  variation(
    'keys-beside-others',
    'the key set also holds an encryption key and a key of an unknown type',
    'RFC 7517 section 5: keys of unknown types are ignored',
  ),
  variation(
    'scope-claim-scp',
    'granted scopes stand in the claim scp',
    'the specification does not show the claims of the token',
  ),
  variation(
    'scope-by-lookup',
    'the token holds no scopes, the API looks them up by client',
    'the specification does not show the claims of the token',
  ),
  variation(
    'token-revoked-on-renewal',
    'a new token revokes the earlier one of the client',
    'token/renewal: the earlier one may be revoked by it',
  ),
  variation(
    'token-reused-from-cache',
    'the same token is issued again while it lives, with the seconds that are left',
    'token/renewal asks for a token that works; expires_in and exp agree',
  ),
  variation('token-lives-five-minutes', 'tokens live 300 s', 'token/lifetime: the value is observed'),
  variation(
    'token-answer-extended',
    'the token answer has further members',
    'RFC 6749 section 5.1: the client must ignore unrecognised members',
  ),
  variation(
    'clock-ahead',
    'the clock of the whole installation runs 50 s ahead',
    'token/expiry-claim compares with the Date of the answer; no clock is prescribed',
  ),
  // order of checks and choice of refusals
  variation(
    'user-before-scope',
    'the user is looked up before the scope is checked',
    'the specification gives no order of checks; a single fault is judged at a time',
  ),
  variation(
    'user-syntax-before-token',
    'the form of x-user-id is checked by the gateway, before the token',
    'the specification gives no order of checks; the answer to a good id and a bad token stays 401',
  ),
  variation(
    'user-unknown-401',
    'an unknown user is a 401 everywhere',
    'user/unknown-status is observed; 401 with a user-not-found message is what the specification shows',
  ),
  variation(
    'routes-denied-by-default',
    'a path that does not exist is forbidden',
    'errors/unknown-route: 401 and 403 with ApiError as well',
  ),
  variation(
    'method-405',
    'a known path with another method is a 405 with Allow',
    'RFC 9110 section 15.5.6; errors/method: 4xx',
  ),
  variation(
    'guide-short-path',
    'full guides are only served below /learning-guides',
    'guide/fetch: the path without its prefix is one of two',
  ),
  variation(
    'queries-refused',
    'unknown query parameters are refused with 400',
    'robustness/unexpected-query: answered as without them, or refused',
  ),
  // errors
  variation(
    'errors-as-problem-json',
    'errors are application/problem+json with the members of RFC 9457 beside those of ApiError',
    'errors/json: a JSON media type; errors/shape: further members are allowed',
  ),
  variation(
    'errors-without-description',
    'the optional description is left out',
    'errors/shape: description string or null if present',
  ),
  variation(
    'errors-uuid-v7-upper',
    'response ids are uppercase UUIDs of version 7',
    'errors/response-id-uuid: RFC 9562 text form, either case',
  ),
  variation(
    'errors-in-german',
    'messages are in German, that of the unknown user excepted',
    'error.message is human-readable, its language is not shown',
  ),
] as const;
