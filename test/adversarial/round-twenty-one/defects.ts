import { addressDefects } from './defects-of-writes.ts';
import type { Defect } from './types.ts';

const make = (breaks: string, id: string, title: string, also?: readonly string[]): Defect =>
  also ? { id, title, breaks, also } : { id, title, breaks };

export const defects: readonly Defect[] = [
  make(
    'token/expiry-claim',
    'expires-in-saturates-at-a-byte',
    'expires_in is a byte that saturates: 255, while exp is an hour ahead.',
  ),
  make(
    'token/scope-granted',
    'scope-bit-set-in-hex',
    'The token answer shows the bit set of scopes as a hexadecimal number.',
  ),
  make(
    'token/scope-withheld',
    'scope-mask-sign-extends',
    'The mask of the token answer is widened from a signed byte, whose top bit spreads to the scopes above it.',
  ),
  make(
    'token/bad-grant',
    'grants-hashed-by-length',
    'Grants are hashed into five slots by their length and not compared: password, refresh_token and authorization_code fall into that of client_credentials.',
  ),
  make(
    'token/no-store',
    'header-slots-run-out',
    'The head of an answer has places for three fields, and Cache-Control of the token answer is the fourth.',
  ),
  make(
    'token/jwt',
    'payload-padded-with-nul',
    'The payload of a token is filled up with NUL to whole blocks of sixteen bytes.',
    ['token/expiry-claim'],
  ),
  make(
    'auth/malformed',
    'signature-decoder-skips-foreign-bytes',
    'The decoder of base64 skips what its table does not hold, so that an exclamation mark may follow the signature.',
  ),
  make(
    'auth/forged',
    'verified-cache-samples-its-key',
    'Verified tokens are kept under a hash that looks at every twenty-fourth character.',
  ),
  make(
    'auth/expired',
    'remaining-time-is-unsigned',
    'What is left of a token is unsigned, and below zero it is a century.',
  ),
  make('auth/other-audience', 'audience-by-last-segment', 'Audiences are interned by their last segment.'),
  make(
    'auth/challenge',
    'challenge-outgrows-its-slot',
    'The challenge names the path, and is dropped where it outgrows its sixty bytes.',
  ),
  make(
    'http/no-server-error',
    'empty-segment-is-indexed',
    'The first byte of each part of a token is read, and a part of a malformed one may be empty: 500.',
  ),
  make(
    'scope/guides-required',
    'scope-bits-wrap-at-32',
    'The bit of a scope is shifted in 32 bits, so that the thirty-third is that of service:read.',
  ),
  make(
    'scope/guides-sufficient',
    'reload-renumbers-scopes',
    'A reload gives scopes new bits, and the first listing with a token from before it is 403.',
  ),
  make(
    'user/malformed',
    'user-id-in-lanes',
    'User ids are checked in lanes of eight bytes, and what remains behind the third one is not seen.',
  ),
  make(
    'user/unknown',
    'patricia-leaf-is-not-compared',
    'Cash finds users in a Patricia trie, and does not compare the key of the leaf.',
  ),
  make(
    'user/unknown-message',
    'message-is-strerror',
    'The unknown user of daily summaries is ENOENT, whose message is No such file or directory.',
  ),
  make(
    'user/isolation',
    'pool-object-released-twice',
    'Portfolios release their object to the pool twice, by the handler and by a defer, and two requests at once have the same one.',
  ),
  make(
    'user/isolation',
    'saturating-counter-predicts-the-user',
    'Cash is read ahead for the user whom a counter of two bits predicts, and a wrong guess is not rolled back.',
  ),
  make(
    'notifications/ok',
    'rehash-looks-in-the-new-table-only',
    'While the table of users grows, which is at every eighth reading of settings, the old half is not searched: 404.',
  ),
  make('errors/response-id-uuid', 'response-id-is-a-ulid', 'The responseId of a malformed user is a ULID.'),
  make(
    'errors/shape',
    'uuid-as-array-of-bytes',
    'The responseId of refused guides is written as its sixteen bytes, a list of numbers.',
  ),
  make('errors/response-id-unique', 'saturating-sequence', 'The sequence within responseId saturates at 127.'),
  make(
    'errors/json',
    'omitted-member-leaves-its-comma',
    'A description that is omitted as empty leaves its comma behind.',
  ),
  make(
    'errors/json',
    'c-string-keeps-its-nul',
    'The error for a malformed user is a C string, and its final NUL is sent.',
  ),
  make(
    'errors/status-matches',
    'digits-are-not-reversed',
    'The digits of status are written lowest first and never reversed: 401 is 104 in the body.',
  ),
  make(
    'http/json-media-type',
    'debug-format-for-strings',
    'Headlines of insights are written in the debug format, which escapes a no-break space as \\u{a0}.',
  ),
  make(
    'http/json-media-type',
    'ring-buffer-answer-wraps',
    'Notification settings are written into a ring, and one that reaches its end is sent with its tail in front.',
  ),
  make(
    'http/json-interoperable',
    'flattened-struct-repeats-a-member',
    'A struct is flattened into portfolios, and both have the member currency.',
  ),
  make(
    'http/private-data-not-shared',
    'directive-table-off-by-one',
    'The bits of Cache-Control are named by a table that is off by one: portfolios are public.',
  ),
  make(
    'http/protocol-violations',
    'pooled-parser-keeps-its-error',
    'A parser goes back to the pool in its state of error, and the next request is refused with 400.',
  ),
  make('guides/schema', 'colour-is-a-packed-integer', 'The background colour of one guide is a packed integer.'),
  make(
    'guides/vary',
    'names-packed-into-eight-bytes',
    'Field names within Vary are packed into eight bytes: x-user-i.',
  ),
  make(
    'guides/cache-control-lifetime',
    'lifetime-rounded-to-a-power-of-two',
    'The lifetime of the listing is rounded up to a power of two, 2,048 seconds.',
  ),
  make(
    'guides/order-stable',
    'runs-are-concatenated-while-compacting',
    'While the log-structured store compacts, at every third listing, its runs are concatenated and not merged.',
  ),
  make(
    'guides/unique-ids',
    'ring-iterates-once-too-often',
    'The iterator over the ring of guides ends behind its first element: that one is listed again at the end.',
  ),
  make(
    'guide/fetch',
    'guide-ids-in-the-other-byte-order',
    'Ids of the last guides are listed with the words in the other byte order, and nobody finds them.',
  ),
  make(
    'guide/fetch',
    'stale-handle-without-generation',
    'Handles of full guides have no generation, and a slot that was taken again yields its new occupant.',
  ),
  make(
    'robustness/unexpected-query',
    'query-names-hashed-without-comparison',
    'Names of query parameters are hashed by two bits and not compared, and a quarter of all names is limit.',
  ),
  make(
    'cash/ok',
    'retired-epoch-is-gone',
    'Every tenth reading of cash holds an epoch that was retired meanwhile: 410.',
  ),
  make(
    'summaries/percent-text',
    'slice-made-with-a-length',
    'The list of performers is made with a length and then appended to, so that it begins with a performer of zero values.',
  ),
  make(
    'summaries/schema',
    'broken-struct-tag',
    'The tag of a field has a space, and the encoder uses the name of the field: UnrealisedMonthlyInterest.',
  ),
  make(
    'summaries/member-key',
    'keys-cut-from-one-constant',
    'Keys are slices of one constant, and that of the total begins a character early: stotal.',
  ),
  make(
    'summaries/max-value-differences',
    'atomic-marshals-to-nothing',
    'The largest difference of holdings is an atomic number, which is written as an empty object.',
  ),
  make(
    'summaries/performer-lists',
    'doubles-compared-by-their-bits',
    'Moves are ranked by the bits of their doubles, among which negative ones are the greatest: best holds losers.',
  ),
  make('summaries/timestamp-digits', 'timestamp-in-32-bits', 'Timestamps in milliseconds are kept in 32 bits.'),
  make(
    'summaries/currency-text',
    'amount-buffer-of-nine-bytes',
    'Amounts are written from the right into a buffer of nine bytes, which has no place for the sign of larger ones.',
  ),
  make(
    'notifications/known-ids-complete',
    'settings-mask-of-eight-bits',
    'Settings are bits of a byte, and the last two of e-mail have none.',
  ),
  make(
    'notifications/grouping',
    'group-table-has-two-places',
    'The table of groups has two places, and a third category falls into the second.',
  ),
  ...addressDefects(make),
];
