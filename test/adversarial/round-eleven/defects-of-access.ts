import { defect as d } from './defect.ts';

/** Defects of tokens, guards, users, errors and HTTP. */
export const accessDefects = [
  d(
    'context-stays-after-an-exception',
    'auth/missing',
    'The security context stays on its worker when a request ends in an exception, and the next one without a token has it',
    'auth/before-effects',
  ),
  d(
    'the-pattern-of-the-guard-sees-the-query',
    'auth/missing',
    'The pattern by which cash is guarded is matched against path and query, and no query fits it',
    'auth/before-effects',
  ),
  d(
    'tokens-pass-while-keys-are-fetched',
    'auth/forged',
    'Every two seconds the keys are fetched anew, and for half a second tokens are decoded only',
    'scope/forged-scope',
    'auth/forged-key-confusion',
    'auth/before-effects',
    'auth/expired',
    'auth/other-audience',
    'auth/malformed',
  ),
  d(
    'expiry-is-left-to-the-sweeper',
    'auth/expired',
    'Verified tokens become sessions, and a job that runs every second and a half ends those that have expired',
    'auth/before-effects',
  ),
  d(
    'other-schemes-have-another-entry-point',
    'auth/malformed',
    'The entry point for Basic, Digest, OAuth and Token says 403',
  ),
  d(
    'reset-takes-the-challenge',
    'auth/challenge',
    'A refused write resets the response before it answers, and the challenge with it',
  ),
  d('reading-is-above-every-scope', 'scope/guides-required', 'A hierarchy of roles has service:read above service:nbg'),
  d(
    'refused-tokens-are-known-without-signature',
    'scope/guides-sufficient',
    'Refused tokens are remembered by header and payload, and the listing refuses the good token whose signature somebody altered',
    'robustness/still-alive',
  ),
  d(
    'decisions-are-kept-by-authorities',
    'summaries/forbidden',
    'That summaries may be read is remembered for two seconds by the scopes of the token, which all users share',
  ),
  d(
    'a-cached-miss-is-a-hit',
    'user/unknown',
    'That a user does not exist is cached, and the second request takes the entry for a user',
    'user/unknown-summaries',
    'user/unknown-message',
  ),
  d(
    'one-star-is-one-segment',
    'user/unknown',
    'The interceptor that looks for the user is mapped to one star, and paths of two segments go without it',
  ),
  d(
    'equal-values-of-a-header-are-a-set',
    'user/malformed',
    'The values of x-user-id are a set, and the same id twice is one',
  ),
  d(
    'users-not-found-are-hidden',
    'user/unknown-message',
    'The framework hides that a user was not found: Bad credentials',
  ),
  d(
    'full-bulkhead-gives-the-last-good-answer',
    'user/isolation',
    'Where portfolios are being read already, a bulkhead answers with the last good answer, whosever it was',
  ),
  d(
    'request-objects-are-pooled',
    'token/missing-fields',
    'Token requests are read into one object, in which missing fields keep the values of the request before',
    'token/bad-grant',
    'token/refusal-status',
  ),
  d(
    'unknown-grants-are-the-default',
    'token/bad-grant',
    'A constant that the enumeration of grants does not know is read as its default',
    'token/refusal-status',
  ),
  d(
    'a-token-for-nobody-is-for-everybody',
    'token/wrong-audience',
    'An audience that is not known gets a token without one, and a token without one is not asked for it',
  ),
  d('status-is-a-constant-of-the-enumeration', 'errors/shape', 'Where validation fails, status is BAD_REQUEST'),
  d(
    'mapped-context-is-cleared-before-the-error-page',
    'errors/response-id-uuid',
    'The id of the response is gone from the logging context when the error of an unknown guide is written',
  ),
  d(
    'mapped-context-put-if-absent',
    'errors/response-id-unique',
    'A worker keeps the id of a response that ended in an exception until a request succeeds on it',
  ),
  d(
    'status-of-the-wrapping-exception',
    'errors/status-matches',
    'Portfolios are read in a future, and their unknown user has the status 500 of the exception around it in the body',
  ),
  d(
    'messages-are-never-included',
    'errors/message-text',
    'The error page never includes messages: that of an unknown guide is empty',
  ),
  d(
    'spooled-body-is-named',
    'errors/no-leak',
    'The description of an unreadable body names the file in which the server spooled it',
  ),
  d(
    'cached-body-is-not-copied-back',
    'errors/json',
    'The wrapper that keeps bodies for the log does not copy them back where validation failed',
  ),
  d(
    'pages-of-unknown-properties',
    'http/no-server-error',
    'Daily summaries bind sort, page, size, limit and offset, and throw for values that are no number',
    'robustness/unexpected-query',
  ),
  d(
    'strict-firewall-throws',
    'http/no-server-error',
    'The firewall throws for encoded slashes, dots, percent signs and semicolons in a path, and nobody catches it',
  ),
  d(
    'media-types-without-a-slash-are-thrown',
    'http/no-server-error',
    'A Content-Type without a slash is thrown out of the parser of media types',
  ),
  d(
    'dirty-check-casts-the-postal-code',
    'http/no-server-error',
    'A postal code that is a text after one that was a number, or the reverse, cannot be compared',
    'address/postal-code-string',
    'address/postal-code-number',
  ),
  d(
    'a-stream-is-read-once',
    'http/no-server-error',
    'Insights are cached as a stream, and a second reader within sixty milliseconds finds it read',
  ),
  d(
    'spool-directory-is-missing',
    'http/large-input',
    'Bodies over 24 KiB are spooled to a directory that a job of the system has removed',
  ),
  d(
    'a-parameter-changes-the-locale',
    'robustness/unexpected-query',
    'An interceptor lets the parameters lang, locale and language change the language of the listing',
  ),
  d(
    'an-advice-wraps-for-callbacks',
    'http/json-media-type',
    'Cash with the parameter callback or jsonp is a script',
    'robustness/unexpected-query',
  ),
];
