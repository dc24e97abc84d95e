import { defect } from './entry.ts';

export const accessDefects = [
  // token
  defect(
    'token-lifetime-as-fraction',
    'token/expires-in',
    'the second answer within a token lifetime comes with the rest of it, unrounded',
    'expires_in of the second token is no integer',
  ),
  defect(
    'token-renewal-revokes-the-new-one',
    'token/renewal',
    'a renewal puts the new token on the revocation list instead of the old one',
    'a token asked for while an earlier one lives is refused with 401',
  ),
  defect(
    'token-cache-before-secret',
    'token/bad-credentials',
    'issued tokens are cached by client and audience, and the cache is asked before the secret is checked',
    'after one good request a wrong secret gets the token as well',
  ),
  defect(
    'token-echoes-all-scopes',
    'token/scope-withheld',
    'the answer lists every scope of the audience, the token holds only the granted ones',
    'the scope string of the unscoped client contains service:nbg',
  ),
  defect(
    'token-unknown-client-to-login',
    'token/refusal-status',
    'an unknown client is sent to the login page',
    'the token endpoint answers 302',
  ),
  defect(
    'token-exp-in-local-time',
    'token/expiry-claim',
    'exp is computed from a local time two hours east',
    'exp lies 7,200 s after what expires_in says',
  ),
  // auth
  defect(
    'auth-remembered-on-connection',
    'auth/missing',
    'a kept-alive connection that carried a good token once needs no further one',
    'a request without Authorization on the same connection gets 200',
  ),
  defect(
    'auth-last-word-is-the-token',
    'auth/malformed',
    'the token is the last word of the header, whatever stands before it',
    'Basic, Token or no scheme at all before a good token is accepted',
  ),
  defect(
    'auth-undecodable-is-400',
    'auth/malformed',
    'credentials that are no three-part token are answered as an invalid request',
    'garbage after Bearer gets 400',
    ['auth/forged'],
  ),
  defect(
    'auth-none-in-mixed-case',
    'auth/forged',
    'the ban on alg none compares with case, the verifier without',
    'an unsigned token with alg nOnE is accepted',
  ),
  defect(
    'auth-verified-once-by-jti',
    'auth/forged',
    'a verified token is remembered by its jti, which is read before verification',
    'a good token with an altered signature is accepted after the good one was',
    ['scope/forged-scope', 'auth/forged-key-confusion'],
  ),
  defect(
    'auth-only-decoded-on-notifications',
    'auth/forged',
    'the notification service was split off and trusts the gateway to have verified the signature',
    'notification settings accept a token that the tester signed',
    ['auth/forged-key-confusion'],
  ),
  defect(
    'auth-hmac-with-public-key',
    'auth/forged-key-confusion',
    'the verifier takes the algorithm from the token and the key as PEM text',
    'an HS256 token with the PEM public key as secret is accepted',
  ),
  defect(
    'auth-address-stored-first',
    'auth/before-effects',
    'the address route stores the body in parallel with the token check',
    'a 401 changed the address that is read back',
  ),
  defect(
    'auth-challenge-only-when-missing',
    'auth/challenge',
    'only the answer to a missing header names the scheme',
    'a 401 to a bad token has no WWW-Authenticate',
  ),
  // scope
  defect(
    'scope-as-substring',
    'scope/guides-required',
    'the needed scope is looked for inside the joined scopes',
    'the unscoped token, which holds service:nbg-preview, gets 200',
  ),
  defect(
    'scope-after-listing-cache',
    'scope/guides-required',
    'the cache of the listing sits in front of the scope guard',
    'once a scoped client asked for that user, the unscoped token gets 200',
  ),
  defect(
    'scope-refusal-remembered-by-user',
    'scope/guides-sufficient',
    'a refusal for a lacking scope is remembered for some seconds by user, not by token',
    'right after the 403 of an unscoped token the scoped one gets 403 too',
    ['robustness/still-alive'],
  ),
  defect(
    'scope-escalation-is-403',
    'scope/forged-scope',
    'claimed scopes are compared with the grants of the client before the signature is verified',
    'the altered token gets 403 instead of 401',
  ),
  // user
  defect(
    'user-last-one-of-client',
    'user/missing',
    'portfolios fall back to the last user that the client asked for',
    'portfolios without x-user-id answer 200',
  ),
  defect(
    'user-first-of-a-list',
    'user/malformed',
    'cash reads the header as a proxy list and takes the first entry',
    'two ids joined by a comma are accepted',
  ),
  defect(
    'user-created-on-sight',
    'user/unknown',
    'reading the notification settings upserts them',
    'an unknown id gets default settings with 200',
  ),
  defect(
    'user-miss-cached-as-hit',
    'user/unknown',
    'a lookup that found nothing is cached, and the cache only asks whether there is an entry',
    'the second request with the same unknown id is accepted',
    ['user/unknown-summaries'],
  ),
  defect(
    'user-in-module-variable',
    'user/isolation',
    'portfolios keep the current user in a variable across an await',
    'simultaneous requests of two users get the same portfolio',
  ),
  defect(
    'user-cache-by-client',
    'user/isolation',
    'daily summaries are cached for two seconds by client',
    'two users asked in turn get the same summaries',
  ),
  // errors
  defect(
    'errors-html-for-bad-json',
    'errors/json',
    'the body parser reports to the error page of the framework',
    'malformed JSON gets a 400 in HTML',
  ),
  defect(
    'errors-status-remapped',
    'errors/status-matches',
    'the order gateway rewrites 422 to 400 and leaves the body',
    'status in the body is 422, the status code 400',
  ),
  defect(
    'errors-uuid-without-padding',
    'errors/response-id-uuid',
    'the bytes of the id are written without leading zeros',
    'most response ids are shorter than a UUID',
  ),
  defect(
    'errors-thrown-singleton',
    'errors/response-id-unique',
    'the error for a missing token is made once when the server starts',
    'every 401 to a missing token has the same response id',
  ),
  defect(
    'errors-quote-the-token',
    'errors/no-leak',
    'the description of a failed verification quotes the header',
    'the bearer token stands in the answer',
  ),
  // http
  defect(
    'http-latin1-for-german',
    'http/json-media-type',
    'analyst insights in German are written in Latin-1',
    'the answer to the first user is no valid UTF-8',
  ),
  defect(
    'http-null-postal-code',
    'http/no-server-error',
    'a postal code that is no number is trimmed before it is checked',
    'postalCode null, or none, gets a 500',
  ),
  defect(
    'http-repeated-query',
    'http/no-server-error',
    'the access log trims every query value, and a repeated one is an array',
    '?a=1&a=2 gets a 500',
  ),
  defect(
    'http-must-revalidate',
    'http/private-data-not-shared',
    'portfolios are sent with max-age=0, must-revalidate',
    'the Cache-Control lets a shared cache store them in spite of Authorization',
  ),
  defect(
    'http-other-type-hangs',
    'http/answers',
    'the body reader forgets to go on when the Content-Type is not JSON',
    'an address with text/plain is never answered',
  ),
] as const;
