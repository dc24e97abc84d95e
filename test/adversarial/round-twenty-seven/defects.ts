import type { Defect } from './types.ts';

const of = (id: string, breaks: string, title: string, ...also: string[]): Defect =>
  also.length > 0 ? { id, title, breaks, also } : { id, title, breaks };

export const defects: readonly Defect[] = [
  of(
    'duration-is-length-and-unit',
    'token/expires-in',
    'expires_in is a FiniteDuration, written by the derived codec as its length and unit',
    'token/issued',
  ),
  of(
    'collect-drops-what-it-does-not-know',
    'token/bad-grant',
    'Grants go through collect, which drops a text that the partial function does not know, and forall ' +
      'of nothing is true',
  ),
  of(
    'reload-that-fails-keeps-the-value',
    'token/bad-credentials',
    'Grants live in a refreshing cache, which keeps its value where a reload fails, as it does for a wrong secret',
  ),
  of(
    'ior-goes-on-with-its-warnings',
    'token/missing-fields',
    'A missing client_secret is Ior.both, a warning beside a value, and the grant goes on',
  ),
  of(
    'test-clock-in-the-live-layer',
    'token/expiry-claim',
    'The layer that signs and verifies has the TestClock, which stands at 1970: exp is 3600',
  ),
  of(
    'caching-rule-is-metadata',
    'token/no-store',
    'The caching rule is metadata of the response map, which the second token answer, put together anew, has lost',
  ),
  of(
    'scopes-are-a-set-literal',
    'token/scope-granted',
    'The scopes of the token answer are the str of a set: #{service:nbg service:read}',
  ),
  of(
    'an-either-is-ok',
    'token/refusal-status',
    'The token route says Ok(either), and a refusal is the case Left in a 200',
  ),
  of(
    'middleware-falls-through-to-older-routes',
    'auth/missing',
    'The middleware falls through where there is no token, and the next routes have an older one for portfolios',
    'auth/before-effects',
  ),
  of(
    'refined-token-of-at-least-sixty-four',
    'auth/malformed',
    'The Authorization of cash is a refined type of at least 64 characters, and what does not fit is 422',
  ),
  of(
    'erased-pattern-matches-every-either',
    'auth/forged',
    'Insights match the verdict on a signature against Either[Nothing, Claims], whose types are erased: ' +
      'a Left matches as well',
    'auth/forged-key-confusion',
    'auth/before-effects',
  ),
  of(
    'difference-of-milliseconds-is-an-int',
    'auth/expired',
    'The age of an expired token is an Int of milliseconds, which is negative from the 25th day on',
    'auth/before-effects',
  ),
  of(
    'nonces-are-an-iterator',
    'auth/challenge',
    'The challenge takes a nonce from an Iterator of sixteen, and is not put once that is used up',
  ),
  of(
    'body-stream-runs-its-taps',
    'auth/before-effects',
    'Storing is an evalTap of the body stream, which the logger of refused requests runs as well',
  ),
  of(
    'decision-is-a-lazy-val',
    'scope/guides-required',
    'The decision on the listing is a lazy val: a refusal throws and is evaluated again, the first permission stays',
  ),
  of(
    'traversing-nothing-succeeds',
    'user/missing',
    'Insights look the user up by traverse over an Option, and to traverse None succeeds',
  ),
  of(
    'edn-reads-the-first-form',
    'user/malformed',
    'Notification settings read x-user-id as EDN, in which commas are blanks and what follows the first form is left',
  ),
  of(
    'map-keeps-its-default-value',
    'user/unknown',
    'The users of portfolios are a map withDefaultValue, which has a user for every id',
  ),
  of(
    'par-tupled-fails-with-the-faster',
    'user/unknown-summaries',
    'User and history are looked up by parTupled, which fails with the faster: every other time that is ' +
      'the 404 of the history',
  ),
  of(
    'message-is-none-get',
    'user/unknown-message',
    'The message for an unknown user of daily summaries is that of the exception: None.get',
  ),
  of(
    'decimal-format-is-shared',
    'user/isolation',
    'Cash of all requests is formatted by one DecimalFormat, which is not safe for threads: of two at ' +
      'once both have the digits of the later',
  ),
  of(
    'refusals-in-transit',
    'errors/shape',
    'Refusals of portfolios are negotiated to application/transit+json, in which a map is a list',
  ),
  of('keys-stay-in-kebab-case', 'errors/shape', 'The writer of refusals of cash has no key function: response-id'),
  of(
    'template-copy-keeps-its-status',
    'errors/status-matches',
    'The 415 of the address is copied from the template of bad requests, whose status 400 stays in the body',
  ),
  of(
    'chunk-boundary-hands-out-its-last-again',
    'errors/response-id-unique',
    'Response ids come in chunks of eight, and the last of a chunk is peeked at and handed out again',
  ),
  of(
    'uuid-prints-as-a-tagged-literal',
    'errors/response-id-uuid',
    'Refused address bodies print their responseId for the reader: #uuid "..."',
  ),
  of(
    'str-of-nil-is-empty',
    'errors/message-text',
    'The problem of a malformed guide id has no :message, and the str of nil is empty',
  ),
  of(
    'config-origin-in-the-description',
    'errors/no-leak',
    'The text about a missing user of cash is not configured, and the exception tells the file and line ' +
      'of the configuration',
  ),
  of(
    'lazy-seq-prints-its-identity',
    'errors/json',
    'The body for an unknown user of insights is a lazy sequence turned into text: clojure.lang.LazySeq@...',
  ),
  of(
    'ratio-written-as-a-fraction',
    'http/json-media-type',
    'A return of portfolios is a ratio, which the printer writes as 3/250',
    'portfolios/ok',
  ),
  of(
    'uuid-as-two-longs',
    'http/json-interoperable',
    'Insights carry their edition as the two longs of a UUID, numbers of nineteen digits',
  ),
  of(
    'currency-of-no-country',
    'http/no-server-error',
    'Before a country code is validated Currency.getInstance is asked for its currency, and throws: 500',
  ),
  of(
    'alternation-overflows-the-stack',
    'http/no-server-error',
    'The first line is matched against a repeated alternation, which recurses: over 4,096 characters ' +
      'overflow the stack, 500',
  ),
  of(
    'head-of-a-filtered-parameter',
    'http/no-server-error',
    'Daily summaries drop empty values of a query parameter and take the head of what is left: 500',
  ),
  of(
    'side-is-sought-in-a-cycle',
    'http/answers',
    'The side of an order is sought in a cycle of the known ones, which never ends for another text',
  ),
  of(
    'visibility-combines-by-maximum',
    'http/private-data-not-shared',
    'The caching rules of the parts of daily summaries are combined by the semigroup of the maximum, ' +
      'and public is above private',
  ),
  of(
    'cover-is-the-text-of-an-option',
    'guides/schema',
    'The web cover of the fifth guide is the text of an Option: Some(https://...)',
  ),
  of(
    'lifetime-read-as-a-size',
    'guides/cache-control-lifetime',
    'The lifetime 30m is read by getBytes, for which m are mebibytes: max-age=31457280',
  ),
  of('compression-puts-its-vary', 'guides/vary', 'The middleware of compression puts Vary where it should add to it'),
  of(
    'array-map-grows-into-a-hash-map',
    'guides/order-stable',
    'The shelf is an array map, which at every third listing holds a ninth entry, a draft, and is a ' +
      'hash map without order',
  ),
  of(
    'underscore-makes-the-root-locale',
    'guides/localised',
    'The listing asks Locale.forLanguageTag for tr_TR, whose underscore makes it the root locale: English',
  ),
  of(
    'transducer-without-completion',
    'guide/fetch',
    'Guides are indexed by a transducer in threes whose completion is not called: those of the last, ' +
      'incomplete part are not found',
  ),
  of(
    'permits-lost-with-a-refusal',
    'insights/ok',
    'A refused request for insights does not release its permit of the semaphore, which has six: 423 from then on',
  ),
  of(
    'currency-of-a-language',
    'cash/ok',
    'The currency of cash is asked of a locale without a country, which throws for the second user: 400',
  ),
  of(
    'weights-refined-to-a-hundred',
    'portfolios/ok',
    'The sum of weights is refined to at most 100, and those of the second user are rounded to 100.1: 422',
  ),
  of(
    'decoder-prints-what-it-cannot-read',
    'address/wrong-type',
    'line2 is decoded as text or else as any JSON, which is printed: objects and lists pass',
  ),
  of(
    'namespaced-keys-keep-their-namespace',
    'summaries/schema',
    'The newest holdings have a key with its namespace: holdings/upBy',
  ),
  of(
    'case-object-has-a-dollar',
    'summaries/member-key',
    'The key of the holdings of the second day is the class of a case object, which ends in a dollar',
  ),
  of(
    'difference-is-a-delay',
    'summaries/max-value-differences',
    'The largest difference of savings is a delay, written as status pending and val null',
  ),
  of(
    'sorted-copy-is-discarded',
    'summaries/performer-lists',
    'sortBy yields a new list, which the oldest day discards: best are the first of all, a loser among them',
  ),
  of(
    'local-date-time-is-an-array',
    'summaries/timestamp',
    'The oldest day has a LocalDateTime, written as an array of year, month, day and so on',
  ),
  of(
    'dollar-directive-has-no-dollar',
    'summaries/currency-text',
    'The daily interest of the second user is formatted by ~$, which writes two decimals and no sign',
  ),
  of(
    'opaque-percent-shows-as-a-double',
    'summaries/percent-text',
    'A weight among the worst is an opaque Percent outside its scope, shown as the Double that it is',
  ),
  of(
    'hocon-renders-on-as-text',
    'notifications/schema',
    'The default of the newsletter is on in the configuration, which is a text until it is read as a boolean',
  ),
  of(
    'id-is-a-gensym',
    'notifications/ids-stable',
    'The id of a further notification is a gensym, another one for each answer',
  ),
  of(
    'set-after-map-is-a-seq',
    'notifications/known-ids',
    'The offers of the second user are a set which was mapped, thus a sequence, and a later conj adds one again',
  ),
  of(
    'partition-drops-what-is-incomplete',
    'notifications/known-ids-complete',
    'Market insights go through partition by three, which drops the last, incomplete part',
  ),
  of(
    'left-assigned-and-not-bound',
    'orders/amount-bounds',
    'The bounds of an amount stand behind _ = in a for comprehension where _ <- was meant, and the Left is lost',
  ),
  of(
    'keyword-of-a-list-is-nil',
    'orders/wrong-type',
    'The side goes through keyword, which is nil for objects and lists, and nil is the default side',
  ),
  of(
    'arity-chosen-by-the-query',
    'robustness/unexpected-query',
    'The values of the query are applied to the function of portfolios, whose other arity selects by name: nothing',
  ),
];
