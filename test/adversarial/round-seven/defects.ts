import { type Defect, defect } from './defect.ts';
import { identityDefects } from './identity-defects.ts';

export type { Defect } from './defect.ts';

const listingDefects: readonly Defect[] = [
  defect(
    'zero-chapters-omitted',
    'guides/schema',
    'A count of zero is left out by the serialiser',
    'The last element of the listing has no chapterCount.',
  ),
  defect(
    'shorter-s-maxage',
    'guides/cache-control-lifetime',
    'Shared caches are told ten minutes in place of thirty',
    'The listing says max-age=1800, s-maxage=600, and s-maxage goes first.',
  ),
  defect(
    'cache-control-only-on-miss',
    'guides/cache-control-present',
    'Only the answer that fills the cache carries Cache-Control',
    'From the second answer in a language on, the listing has no Cache-Control.',
    'guides/cache-control-lifetime',
    'guides/cache-control-form',
  ),
  defect(
    'list-reversed-in-place',
    'guides/order-stable',
    'The shared list is reversed in place by every request',
    'The order of the listing turns round with every answer.',
    'guides/localised-ids',
  ),
  defect(
    'vary-by-authorization-only',
    'guides/vary',
    'The listing varies by Authorization only',
    'The Vary of the listing names neither x-user-id nor a star.',
  ),
  defect(
    'sorted-by-translated-title',
    'guides/localised-ids',
    'The listing is sorted by the translated title',
    'The ids come in another order in the second language.',
  ),
  defect(
    'guide-cache-by-import-second',
    'guide/fetch',
    'Full guides are cached by the time stamp at the beginning of the id',
    'Three ids whose first eight digits agree yield one and the same body.',
  ),
  defect(
    'guide-found-by-prefix',
    'guide/malformed-id',
    'A guide is found by the beginning of its id',
    'The id of a guide without its last character is answered 200.',
  ),
];

const answerDefects: readonly Defect[] = [
  defect(
    'plain-text-for-expired',
    'errors/json',
    'The gateway answers an expired token in plain text',
    'The 401 to an expired token is text/plain.',
  ),
  defect(
    'gateway-json-without-header',
    'errors/shape',
    'Without Authorization the gateway answers in its own JSON',
    'The 401 without the header has a message and a request_id, and no error object.',
  ),
  defect(
    'not-found-body-under-401',
    'errors/status-matches',
    'The body for an unknown user keeps the status 404 under a 401',
    'The 401 of daily summaries for an unknown user says status 404.',
  ),
  defect(
    'error-instance-reused',
    'errors/response-id-unique',
    'The error for a malformed user id is made once',
    'Two requests with malformed user ids get the same responseId.',
  ),
  defect(
    'file-path-in-description',
    'errors/no-leak',
    'The description for an unknown guide names the missing file',
    'The 404 of a well-formed unknown guide id shows a path of the server.',
  ),
  defect(
    'text-cut-by-bytes',
    'http/json-media-type',
    'Descriptions are cut at eighty bytes, in the middle of a character',
    'The Thai listing is no valid UTF-8.',
  ),
  defect(
    'percent-decoding-unguarded',
    'http/no-server-error',
    'The query is decoded by a function that throws',
    'A query with a lone percent sign or bytes that are no UTF-8 is answered 500.',
  ),
  defect(
    'must-revalidate-without-private',
    'http/private-data-not-shared',
    'Portfolios are sent with must-revalidate and without private',
    'RFC 9111 section 3.5 lets a shared cache store such an answer to an authorised request.',
  ),
  defect(
    'empty-body-never-answered',
    'http/answers',
    'A JSON request with an empty body waits for bytes that never come',
    'PATCH and POST with Content-Length 0 are never answered.',
  ),
  defect(
    'unasked-not-modified',
    'insights/ok',
    'Insights are compared with the last answer, not with what the client holds',
    'The second request without any condition is answered 304.',
  ),
  defect(
    'rapid-repeat-refused',
    'cash/ok',
    'A filter against double clicks refuses repeated reads of cash',
    'Two requests for cash by one user within 60 ms: the later one is answered 400.',
  ),
  defect(
    'query-as-filter',
    'robustness/unexpected-query',
    'Every query parameter filters the listing by the member of that name',
    'The guides with an unknown parameter are answered 200 with an empty list.',
  ),
  defect(
    'address-banned-after-refusals',
    'robustness/still-alive',
    'After four hundred refusals the address of the client is blocked',
    'Late in a run every request is answered 403.',
    'scope/guides-sufficient',
  ),
];

const dataDefects: readonly Defect[] = [
  defect(
    'unchanged-address-refused',
    'address/repeatable',
    'A command without events is reported as an error',
    'The second of two equal address updates is answered 400.',
  ),
  defect(
    'bytes-after-json-ignored',
    'address/malformed-json',
    'The decoder stops after the first JSON value',
    'A valid address update with trailing bytes is answered 200.',
  ),
  defect(
    'second-line-unchecked',
    'address/wrong-type',
    'The optional second line is not checked',
    'An object or a list as line2 is answered 200.',
  ),
  defect(
    'address-of-same-second',
    'address/isolation',
    'The projection finds the user by the time stamp at the beginning of the id',
    'After an update of the first user, the read-back of the second shows it too.',
  ),
  defect(
    'fields-stored-before-validation',
    'address/refused-unchanged',
    'Each field is an event of its own and is stored before the next one is checked',
    'A refused update with another line1 and a bad countryCode changes line1 in the read-back.',
  ),
  defect(
    'empty-list-as-null',
    'summaries/schema',
    'An empty list is sent as null',
    'The day without losers has performers.worst null.',
  ),
  defect(
    'undefined-ratio',
    'summaries/max-value-differences',
    'The difference passes through a ratio that is undefined without savings',
    'The second user, who has no savings, gets maxValueDifferences.savings null.',
  ),
  defect(
    'snapshot-at-next-midnight',
    'summaries/timestamp-digits',
    'The latest snapshot is stamped with the end of its day',
    'The last timestamp lies in the future.',
  ),
  defect(
    'denied-user-empty-list',
    'summaries/forbidden',
    'Row-level security hides the rows of a denied user without a word',
    'The denied user is answered 200 with an empty list.',
  ),
  defect(
    'worst-by-rank-only',
    'summaries/performer-lists',
    'The worst three are taken by rank, gaining ones included',
    'Elements of worst carry upBy although others lose.',
  ),
  defect(
    'defaults-appended-on-read',
    'notifications/known-ids',
    'The defaults are seeded again by every later read',
    'From the second answer on, app_transactional stands twice.',
    'notifications/ids-stable',
  ),
  defect(
    'grouped-by-translated-name',
    'notifications/grouping',
    'Groups are built by the translated category, and two translations agree',
    'In Thai app_promotional stands in the group of the market insights.',
  ),
  defect(
    'email-only-when-used',
    'notifications/channels-present',
    'The email channel is left out for a user who has not used it',
    'The settings of the second user have no email.',
  ),
  defect(
    'isin-array-passes-regex',
    'orders/wrong-type',
    'The pattern is tested on whatever the isin is',
    'An order with the isin in a list is answered 201.',
  ),
  defect(
    'relaxed-json-for-orders',
    'orders/malformed-json',
    'Orders are parsed again in a relaxed way when JSON fails',
    'An order with a trailing comma, single quotes or bare names is answered 201.',
  ),
];

export const defects: readonly Defect[] = [...identityDefects, ...listingDefects, ...answerDefects, ...dataDefects];
