import type { Defect } from './types.ts';

const defect = (id: string, breaks: string, title: string, ...also: string[]): Defect =>
  also.length === 0 ? { id, title, breaks } : { id, title, breaks, also };

export const defects: readonly Defect[] = [
  defect(
    'scope-is-the-name-of-its-array-type',
    'token/scope-granted',
    'From the second token of a client on the scope is an array turned into text by ToString: System.String[].',
  ),
  defect(
    'secret-is-set-on-the-tracked-client',
    'token/bad-credentials',
    'The values of a request are set on the tracked client before its secret is compared, with itself.',
  ),
  defect(
    'flag-of-nothing-is-always-set',
    'token/bad-grant',
    'A grant that the enumeration of flags does not know is 0, and HasFlag(0) is true.',
  ),
  defect(
    'descriptor-without-an-end',
    'token/expiry-claim',
    'The descriptor of a renewed token has no Expires, and the handler sets its own sixty minutes.',
  ),
  defect(
    'named-options-never-fail',
    'token/wrong-audience',
    'Options of an audience are looked up by name, and any name yields those of ConfigureAll.',
  ),
  defect(
    'scoped-grant-held-by-a-singleton',
    'token/scope-withheld',
    'A singleton writes the token answer, and holds the scoped grant of the client that warmed it up.',
  ),
  defect(
    'no-result-is-no-failure',
    'auth/malformed',
    'Another scheme is no result for the handler, and analyst insights ask only for a failure.',
  ),
  defect(
    'validate-async-does-not-throw',
    'auth/forged',
    'ValidateTokenAsync of the single guide does not throw but says IsValid, which nobody reads.',
    'auth/expired',
    'auth/other-audience',
  ),
  defect(
    'clock-skew-of-five-is-days',
    'auth/expired',
    'The clock skew of daily summaries is TimeSpan.Parse("5"), which is days.',
  ),
  defect(
    'scheme-of-its-own-has-no-audience',
    'auth/other-audience',
    'Portfolios have a scheme of their own, and the audience is configured for the default one.',
  ),
  defect(
    'identity-takes-the-default-challenge',
    'auth/missing',
    'AddIdentity took the default challenge: cash without a token leads to /Account/Login.',
  ),
  defect(
    'line-break-in-the-challenge',
    'auth/challenge',
    'The message about a wrong signature has a line break, and the challenge that holds it is dropped.',
  ),
  defect(
    'handlers-of-one-requirement-are-alternatives',
    'scope/guides-required',
    'A second handler of the requirement, for the home market, succeeds in place of that of the scope.',
  ),
  defect(
    'scope-in-turkish-capitals',
    'scope/guides-sufficient',
    'The scope is compared in capitals of the culture of the user, and the Turkish i has a dot.',
    'guides/ok',
    'guides/localised',
    'guides/localised-ids',
  ),
  defect(
    'default-struct-is-a-user',
    'user/missing',
    'The user id of notification settings is a struct, whose default is that of the system user.',
  ),
  defect(
    'user-ids-are-padded-guids',
    'user/malformed',
    'A converter keeps user ids as padded GUIDs, which analyst insights parse in either case.',
  ),
  defect(
    'first-or-default-of-a-struct',
    'user/unknown',
    'FirstOrDefault of a struct is never null: the portfolio of an unknown user is empty.',
  ),
  defect(
    'compiled-query-keeps-its-constant',
    'user/isolation',
    'The plan of the portfolio query is kept for 120 ms, with the user id as a constant in it.',
  ),
  defect(
    'trace-identifier-in-place-of-an-id',
    'errors/response-id-uuid',
    'The responseId of a refused address body is HttpContext.TraceIdentifier.',
  ),
  defect(
    'hilo-block-is-handed-out-twice',
    'errors/response-id-unique',
    'Blocks of ten response ids are handed out to two generators.',
  ),
  defect(
    'localized-string-is-an-object',
    'errors/shape',
    'The message for an unknown user of cash is a LocalizedString with its properties.',
  ),
  defect(
    'status-is-an-hresult',
    'errors/status-matches',
    'For an order that is no JSON the status in the body is the HResult of the exception.',
  ),
  defect(
    'caller-file-path-in-the-description',
    'errors/no-leak',
    'The description of a malformed user of portfolios is filled in by CallerFilePath.',
  ),
  defect(
    'context-is-shared-by-two-operations',
    'http/no-server-error',
    'Notification settings share one DbContext, on which a second operation at a time is 500.',
  ),
  defect(
    'preamble-between-fragments',
    'http/json-media-type',
    'Two writers of portfolios each begin with a preamble, the second one within the JSON.',
  ),
  defect(
    'ticks-exceed-a-double',
    'http/json-interoperable',
    'Cash carries its moment in ticks, a number of 18 digits.',
  ),
  defect(
    'response-cache-is-for-any-location',
    'http/private-data-not-shared',
    'ResponseCache on notification settings has a duration alone, and its location is Any.',
  ),
  defect(
    'gateway-cannot-frame-the-header',
    'http/protocol-violations',
    'A field with forbidden bytes makes the gateway answer 502.',
  ),
  defect(
    'object-id-without-a-converter',
    'guides/schema',
    'The ninth guide has an ObjectId for which no converter is registered: an object of its parts.',
    'guide/fetch',
  ),
  defect(
    'antiforgery-forbids-storing',
    'guides/cache-control-lifetime',
    'Turkish readers are asked for feedback, and the antiforgery token replaces Cache-Control by no-store.',
    'guides/cache-control-form',
  ),
  defect(
    'keys-sorted-by-the-culture',
    'guides/localised-ids',
    'Guides are sorted by key in the culture of the thread, in which I stands elsewhere for Turkish.',
  ),
  defect(
    'plinq-without-as-ordered',
    'guides/order-stable',
    'Guides are projected in parallel without AsOrdered: every third listing has its halves exchanged.',
    'guides/localised-ids',
  ),
  defect(
    'imperative-forbid-keeps-the-filter',
    'guides/cache-control-errors',
    'The scope is asked within the action, whose filter has set the lifetime already: 403 for half an hour.',
  ),
  defect(
    'alpha-constraint-takes-the-id',
    'guide/fetch',
    'An id of letters alone meets the constraint alpha of the route for slugs, and is not found.',
  ),
  defect(
    'json-result-without-its-status',
    'guide/unknown-id',
    'Results.Json for an unknown guide is called without a status code: 200.',
  ),
  defect(
    'spa-fallback-takes-malformed-ids',
    'guide/malformed-id',
    'What the constraint of the route refuses falls back to the page of the application.',
    'http/json-media-type',
  ),
  defect(
    'zone-is-unknown-to-one-instance',
    'cash/ok',
    'One of four instances runs without the Windows time zones: every fourth reading of cash is 400.',
  ),
  defect(
    'date-written-in-one-culture-and-read-in-another',
    'insights/ok',
    'A date is left behind in the Turkish culture, and the next reading of insights cannot parse it: 400.',
  ),
  defect(
    'to-dictionary-of-two-lots',
    'portfolios/ok',
    'ToDictionary throws where a lot is settling in two accounts: every fifth reading of portfolios is 400.',
  ),
  defect(
    'newtonsoft-token-in-another-serializer',
    'summaries/schema',
    'A score of the oldest day is a JToken, which the other serializer writes as an empty list.',
  ),
  defect(
    'member-keys-in-turkish-letters',
    'summaries/member-key',
    'Keys are enumeration names lowered in the culture of the user: savıngs and holdıngs in Turkish.',
  ),
  defect(
    'one-of-is-written-as-itself',
    'summaries/performer-direction',
    'The upBy of the middle day is a OneOf, which is written with value and index.',
  ),
  defect(
    'hyphen-has-no-weight',
    'summaries/performer-lists',
    'Moves are sorted as words, in which a hyphen has no weight: best holds a loser.',
  ),
  defect(
    'instant-without-a-converter',
    'summaries/timestamp',
    'The newest timestamp is a NodaTime Instant without its converter: an empty object.',
    'summaries/schema',
  ),
  defect(
    'format-is-ignored-for-a-text',
    'summaries/percent-text',
    'Weights of the oldest day are text already, for which the format P1 is ignored: 0.413.',
  ),
  defect(
    'access-denied-is-a-page',
    'summaries/forbidden',
    'Forbid() of a denied user is carried out by the cookie handler: 302 to /Account/AccessDenied.',
  ),
  defect(
    'value-tuple-has-no-properties',
    'summaries/max-value-differences',
    'The difference of holdings is a value tuple, which has fields and no properties: {}.',
  ),
  defect(
    'references-are-preserved',
    'notifications/schema',
    'References are preserved for the first group of e-mail, whose list becomes $id and $values.',
    'notifications/known-ids-complete',
  ),
  defect(
    'ui-culture-is-not-the-culture',
    'notifications/localised',
    'CurrentCulture is set and CurrentUICulture is not, so that the texts of settings stay English.',
  ),
  defect(
    'binder-appends-to-the-defaults',
    'notifications/known-ids',
    'The configuration binder appends to a list that has defaults: the promotions stand twice.',
  ),
  defect(
    'group-key-has-no-equality',
    'notifications/grouping',
    'GroupBy has a key of a class without Equals, and each market insight is a group.',
  ),
  defect(
    'temporary-key-is-shown',
    'notifications/ids-stable',
    'A survey that was not saved has a temporary key in its id, another one each time.',
  ),
  defect(
    'lines-are-compared-by-their-count',
    'address/overwrites',
    'The value comparer of address lines compares their count: new lines of the same number are not stored.',
  ),
  defect(
    'where-is-not-assigned',
    'address/isolation',
    'For postal codes in text the result of Where is not assigned, and ExecuteUpdate changes everybody.',
  ),
  defect(
    'transaction-scope-does-not-flow',
    'address/refused-unchanged',
    'TransactionScope does not flow across await: line1 and city stay where the country code is refused.',
  ),
  defect(
    'required-is-satisfied-by-null',
    'address/wrong-shape',
    'The keyword required asks for the member address, and null is one.',
  ),
  defect(
    'max-length-has-no-minimum',
    'address/country-code',
    'MaxLength(2) and all letters capital: one letter or none passes as well.',
  ),
  defect(
    'when-covers-all-rules-before-it',
    'orders/wrong-type',
    'A condition behind the last rule covers all before it: objects and lists pass as amounts.',
  ),
  defect(
    'boxed-zero-is-no-zero',
    'orders/amount-bounds',
    'A boxed decimal zero does not equal the integer 0, and is accepted.',
  ),
  defect(
    'query-filters-are-ignored',
    'robustness/unexpected-query',
    'Any query string makes portfolios ignore the query filters: closed positions appear.',
  ),
];
