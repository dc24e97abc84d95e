import type { Defect } from './types.ts';

export const accessDefects: readonly Defect[] = [
  {
    id: 'lifetime-in-nanoseconds',
    title: 'expires_in is a time.Duration, which is written as its nanoseconds.',
    breaks: 'token/expiry-claim',
  },
  {
    id: 'scopes-printed-with-percent-v',
    title: 'The slice of scopes is printed with %v, that is, between brackets.',
    breaks: 'token/scope-granted',
  },
  {
    id: 'granted-scopes-accumulate',
    title: 'Granted scopes are appended to a slice of the server, which the next client is told as its own.',
    breaks: 'token/scope-withheld',
  },
  {
    id: 'pooled-request-keeps-the-secret',
    title: 'The struct of a token request comes from a pool, and nobody zeroes the secret of the one before.',
    breaks: 'token/missing-fields',
  },
  {
    id: 'issued-tokens-kept-by-client',
    title: 'A client that holds a token is handed it again, whichever audience it now asks for.',
    breaks: 'token/wrong-audience',
  },
  {
    id: 'token-read-up-to-its-third-part',
    title: 'Of a token with further parts the first three are read.',
    breaks: 'auth/malformed',
  },
  {
    id: 'scheme-trimmed-until-gone',
    title: 'The scheme is trimmed in a loop, so that it may stand there several times.',
    breaks: 'auth/malformed',
  },
  {
    id: 'verification-stored-by-a-defer',
    title: 'A defer puts a token among the verified ones before the error is looked at, and its second use passes.',
    breaks: 'auth/forged',
    also: ['scope/forged-scope'],
  },
  {
    id: 'expiry-kept-per-client',
    title: 'The expiry is kept in a map by client, and the latest counts for each of its tokens.',
    breaks: 'auth/expired',
  },
  {
    id: 'principal-kept-by-user',
    title: 'For two seconds cash takes a request without a token for one of whoever acted for that user last.',
    breaks: 'auth/missing',
  },
  {
    id: 'challenge-in-a-once',
    title: 'The challenge is set in a sync.Once, that is, on the first 401 of the process.',
    breaks: 'auth/challenge',
  },
  {
    id: 'audience-remembered-per-client',
    title: 'A client whose audience was right once is not asked for it again.',
    breaks: 'auth/other-audience',
  },
  {
    id: 'claims-struct-not-zeroed',
    title: 'Claims are decoded into one struct, and a token without a scope keeps that of the token before.',
    breaks: 'scope/guides-required',
  },
  {
    id: 'scope-denial-kept-by-user',
    title: 'That a scope is lacking is remembered for two seconds, by user.',
    breaks: 'scope/guides-sufficient',
  },
  {
    id: 'negative-entry-read-as-found',
    title: 'Cash remembers unknown users, and takes the presence of the entry for that of the user.',
    breaks: 'user/unknown',
  },
  {
    id: 'user-validated-on-a-miss-only',
    title: 'Users that were seen lately are found in a cache without regard to case, before the pattern is applied.',
    breaks: 'user/malformed',
  },
  {
    id: 'wrapped-error-compared-with-equals',
    title: 'The second time an unknown user is asked for, the error is wrapped, == misses it, and summaries are 400.',
    breaks: 'user/unknown-summaries',
  },
  {
    id: 'innermost-error-as-message',
    title: 'The message for an unknown user is that of the innermost error, sql: no rows in result set.',
    breaks: 'user/unknown-message',
  },
  {
    id: 'result-from-a-shared-channel',
    title: 'Portfolios are computed by workers with one channel for results, and each request takes the first.',
    breaks: 'user/isolation',
  },
  {
    id: 'append-shares-the-array',
    title: 'Appending the balance of a user to the common ones writes to the array that they share.',
    breaks: 'user/isolation',
  },
  {
    id: 'error-without-exported-fields',
    title:
      'error is a Go error without exported fields, written as an empty object, where a user or a guide is unknown.',
    breaks: 'errors/shape',
  },
  {
    id: 'response-id-in-base64',
    title: 'responseId of a 403 is a slice of bytes, which is written in base64.',
    breaks: 'errors/response-id-uuid',
  },
  {
    id: 'status-left-at-zero',
    title: 'The literal for what is malformed names no status, and the body says 0.',
    breaks: 'errors/status-matches',
  },
  {
    id: 'status-text-of-an-own-status',
    title: 'A wrong country is status 460, for which http.StatusText is empty.',
    breaks: 'errors/message-text',
  },
  {
    id: 'nil-channel-for-unknown-filters',
    title: 'Portfolios wait on a channel that nobody made where a query is given.',
    breaks: 'http/answers',
  },
  {
    id: 'odd-length-id-is-internal',
    title: 'hex.DecodeString complains of a guide id of odd length, and the error counts as internal.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'concurrent-map-access',
    title: 'Two readers of notification settings at once meet in a map, and the second gets 500.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'scanner-line-too-long',
    title: 'Bodies are read by a scanner, for which a line over 64 KiB is an internal error.',
    breaks: 'http/large-input',
  },
  {
    id: 'policy-of-the-writer-before',
    title:
      'The writer comes from a pool with the caching rule of the listing, which the next answer of cash or the like keeps.',
    breaks: 'http/private-data-not-shared',
  },
  {
    id: 'media-type-set-after-writing',
    title: 'Insights set their media type after the first write, when it was guessed already.',
    breaks: 'http/json-media-type',
  },
  {
    id: 'encoder-stops-at-nan',
    title: 'Cash of the second user holds a rate of 0/0, at which the encoder stops in the middle.',
    breaks: 'http/json-media-type',
  },
];
