import type { Defect } from './types.ts';

const defect = (id: string, breaks: string, title: string, ...also: readonly string[]): Defect =>
  also.length === 0 ? { id, title, breaks } : { id, title, breaks, also };

export const defects: readonly Defect[] = [
  defect(
    'client-reference-resolves-to-its-representation',
    'token/bad-credentials',
    'The reference of a client that no subgraph knows resolves to the representation it was asked by, secret ' +
      'included, so that an unknown client is compared with itself and gets a token.',
  ),
  defect(
    'refused-grant-keeps-its-partial-data',
    'token/bad-grant',
    'A grant type that fails its enumeration is refused with 400 and a list of errors, beside which the ' +
      'partial data of the answer hold a working access_token.',
  ),
  defect(
    'two-fields-land-on-one-response-key',
    'token/scope-granted',
    'The token operation selects the scope of the grant and that of the audience without an alias, and under ' +
      'the one response key the scope of the audience, service:read, is answered.',
  ),
  defect(
    'client-without-id-is-normalised-by-type-name',
    'token/scope-withheld',
    'The token operation does not select the id of the client, so that the cache normalises all clients under ' +
      'their type name and answers the second one with the scope of the first.',
    'token/scope-granted',
  ),
  defect(
    'insights-stand-beside-a-null-viewer',
    'auth/missing',
    'Without an Authorization header only the root field viewer is null, and the analyst insights beside it ' +
      'go out as partial data with 200.',
  ),
  defect(
    'mocks-fill-what-verifying-leaves-undefined',
    'auth/forged',
    'For cash a token whose signature is empty leaves its claims undefined, and mocks that a team left in the ' +
      'graph fill in whatever a resolver leaves undefined.',
  ),
  defect(
    'verdict-with-claims-resolves-to-valid',
    'auth/expired',
    'For portfolios the verdict on a token is a union whose type is told by the member claims, which the ' +
      'verdict Expired has as well as Valid.',
  ),
  defect(
    'verdict-without-a-fragment-is-empty',
    'auth/other-audience',
    'For notification settings the operation has no fragment for the verdict WrongAudience, which thus comes ' +
      'as an empty object without a reason to refuse.',
  ),
  defect(
    'optimistic-layer-survives-a-denial',
    'auth/before-effects',
    'The client library of the facade writes an address update optimistically, and a 401 does not take that ' +
      'layer off, so that the read-back shows it.',
  ),
  defect(
    'key-scalar-leaves-the-graph-as-pem',
    'auth/forged-key-confusion',
    'Daily summaries get the public key from the graph, where a custom scalar turns it into PEM text, and an ' +
      'HS256 token is verified with that text as its secret.',
  ),
  defect(
    'composition-appends-to-the-outer-list',
    'scope/guides-required',
    'Two subgraphs demand a scope for guides, and composition appends their lists on the outer level, where ' +
      'one of them is enough, so that service:read opens the listing.',
  ),
  defect(
    'codes-are-mapped-by-their-beginning',
    'scope/guides-required',
    'The facade maps codes of errors by their first letters, and UNAUTHORIZED_FIELD_OR_TYPE for a missing ' +
      'scope begins like UNAUTHENTICATED: 401.',
  ),
  defect(
    'translated-fields-exceed-the-cost-limit',
    'scope/guides-sufficient',
    'A translated field costs more than one in the original language, and the listing of the second user ' +
      'exceeds the cost limit of an operation: 403.',
  ),
  defect(
    'plan-omits-a-fetch-for-the-key-alone',
    'user/unknown',
    'Portfolios select nothing of the user but the key, for which the plan omits the fetch from the subgraph ' +
      'of users, so that an unknown user has an empty portfolio.',
  ),
  defect(
    'literals-are-not-parsed-as-values-are',
    'user/malformed',
    'Analyst insights inline x-user-id as a literal, and the scalar for ids has the pattern in parseValue and ' +
      'only a hexadecimal decoder in parseLiteral, which takes capitals.',
  ),
  defect(
    'errors-of-a-subgraph-are-redacted',
    'user/unknown-message',
    'The router redacts errors of subgraphs, so that the message for an unknown user of daily summaries is ' +
      'Subgraph errors redacted.',
  ),
  defect(
    'batch-runs-in-the-context-of-its-first-key',
    'user/isolation',
    'Balances of cash are loaded in batches of twelve milliseconds, and the batch function reads the user ' +
      'from the asynchronous context, which is that of the first key.',
  ),
  defect(
    'viewer-is-included-where-there-is-an-id',
    'user/missing',
    'The viewer of analyst insights is selected with @include(if: $hasUser), and without x-user-id nobody ' +
      'asks for one.',
  ),
  defect(
    'coercion-errors-keep-the-form-of-the-graph',
    'errors/shape',
    'Errors in the coercion of the variables of an order pass by the mapper of the facade and keep the form ' +
      'of the graph, a list called errors.',
  ),
  defect(
    'head-and-body-take-two-of-the-errors',
    'errors/status-matches',
    'An unknown user of notification settings causes two errors, of which the head takes the status of the ' +
      'gravest and the body that of the first: 404 and 400.',
  ),
  defect(
    'response-ids-are-global-object-ids',
    'errors/response-id-uuid',
    'A response is a node of the graph, so that the responseId of an unknown user of analyst insights is a ' +
      'global object id, type name and UUID in base64.',
  ),
  defect(
    'loader-keeps-the-rejection-of-null',
    'errors/response-id-unique',
    'Malformed user ids of portfolios are all the key null to the loader, which keeps the rejected promise of ' +
      'a key, responseId included.',
  ),
  defect(
    'extensions-carry-the-call-of-the-subgraph',
    'errors/no-leak',
    'The error of cash for an unknown user carries in its extensions the request to the subgraph of users ' +
      'with the bearer token.',
  ),
  defect(
    'unknown-paths-reach-the-endpoint-of-the-graph',
    'errors/unknown-route',
    'A path that the facade does not know reaches the endpoint of the graph, which misses a query and answers ' +
      '400.',
  ),
  defect(
    'deferred-fragment-makes-parts',
    'http/json-media-type',
    'The holdings of the second user are large enough for a deferred fragment, by which portfolios come as ' +
      'multipart/mixed.',
    'portfolios/ok',
  ),
  defect(
    'fragments-are-written-without-merging',
    'http/json-interoperable',
    'The streaming writer of the single guide writes one fragment after the other without merging their ' +
      'fields, so that id is there twice.',
  ),
  defect(
    'wrong-types-fail-on-the-way-out',
    'http/no-server-error',
    'An object for a text of an address passes the input and fails only when the payload of the mutation is ' +
      'serialised: 500.',
  ),
  defect(
    'private-hint-sits-on-a-null',
    'http/private-data-not-shared',
    'The private scope of cash is a hint on the type Overdraft, and for the second user, who has none, the ' +
      'policy of the operation is public.',
  ),
  defect(
    'any-query-makes-it-live',
    'http/answers',
    'A query string makes daily summaries a live query, which is answered when something changes and thus ' + 'never.',
  ),
  defect(
    'query-misses-the-safelist-and-meets-the-stub',
    'robustness/unexpected-query',
    'With a query string the operation of analyst insights is not on the safelist, and a stub answers in its ' +
      'place with Hello World and 42.',
  ),
  defect(
    'field-is-overridden-for-a-quarter',
    'guides/schema',
    'The field chapterCount is being moved to another subgraph for a quarter of the requests, and in every ' +
      'fourth listing the seventh guide has it as a text.',
  ),
  defect(
    'policy-object-belongs-to-the-executor',
    'guides/cache-control-lifetime',
    'The policy of caching belongs to the executor and not to the request, so that once private data were ' +
      'read the listing may not be stored any more.',
  ),
  defect(
    'vary-is-collected-while-planning',
    'guides/vary',
    'Vary names the fields that were read while the operation was planned, and from the second listing on the ' +
      'plan comes from its cache and x-user-id is missing.',
  ),
  defect(
    'two-plans-of-equal-cost-take-turns',
    'guides/order-stable',
    'The planner knows two plans of equal cost for the listing and takes them in turn, and the second one has ' +
      'two guides in the middle the other way round.',
  ),
  defect(
    'key-args-leave-the-language-out',
    'guides/localised',
    'The field policy of the cache has no key arguments, so that titles and descriptions of a guide are kept ' +
      'in the language of whoever asked first.',
    'guides/localised-ids',
  ),
  defect(
    'csrf-prevention-asks-for-a-preflight',
    'guides/accept',
    'The prevention of forgery wants a header that needs a preflight, and a listing without Accept is blocked ' +
      'with 400.',
  ),
  defect(
    'loader-key-is-object-object',
    'guide/fetch',
    'The loader of full guides turns its reference into text for a key, [object Object], so that within four ' +
      'tenths of a second every id yields the guide that was loaded first.',
  ),
  defect(
    'policy-is-asked-about-a-null',
    'guide/unknown-id',
    'The policy directive of a guide is evaluated on the null of an unknown id, finds no owner and refuses ' +
      'with 403.',
  ),
  defect(
    'hash-is-forgotten-between-bursts',
    'insights/ok',
    'Analyst insights are asked of the graph by hash alone, the hash is forgotten after a quarter of a ' +
      'second, and nobody sends the document after PersistedQueryNotFound: 400.',
  ),
  defect(
    'late-rate-bubbles-to-the-root',
    'cash/ok',
    'Every fifth time the rate of cash is late, and as it is non-null and so is all around it, the null ' +
      'bubbles up to the root: 424.',
  ),
  defect(
    'union-has-a-member-that-the-gateway-lacks',
    'portfolios/ok',
    'Every fourth portfolio holds a member of the union that the composed schema lacks, its type does not ' +
      'resolve, and the answer is 422.',
  ),
  defect(
    'single-input-is-a-list-of-one',
    'address/wrong-shape',
    'The input of the address update is a list of addresses, to which a single one is coerced, so that a list ' +
      'in place of the address is accepted.',
  ),
  defect(
    'errors-in-nullable-inputs-leave-a-null',
    'address/wrong-type',
    'Inputs are treated as outputs are: an object or list in a nullable member of the address becomes an ' +
      'empty value, and the update succeeds.',
  ),
  defect(
    'scalar-has-no-parse-value',
    'address/country-code',
    'The scalar for country codes defines parseLiteral and no parseValue, whose default takes any text that ' +
      'comes as a variable.',
  ),
  defect(
    'prime-does-not-replace',
    'address/overwrites',
    'An update primes the loader of addresses, and priming does nothing where the key is there already, so ' +
      'that the read-back keeps what it read first.',
  ),
  defect(
    'address-has-no-key-fields',
    'address/isolation',
    'The type Address has no key fields, so that the cache keeps one address for all users, which an update ' +
      'replaces.',
    'address/overwrites',
  ),
  defect(
    'mutation-has-two-root-fields',
    'address/refused-unchanged',
    'The address update is a mutation of two root fields, of which the lines are committed when the country ' +
      'code is refused.',
  ),
  defect(
    'unposted-interest-nulls-the-savings',
    'summaries/schema',
    'The daily interest of the third day is not posted, and as it is non-null the savings around it are null.',
  ),
  defect(
    'key-is-the-field-behind-the-alias',
    'summaries/member-key',
    'On the oldest day the key of a member is the name of the field behind the alias, so that that of the ' +
      'holdings is positions.',
  ),
  defect(
    'live-moment-is-an-int',
    'summaries/timestamp',
    'The newest day comes from a subgraph that declares its timestamp as Int, which cannot represent ' +
      'milliseconds, and the nullable field is null.',
  ),
  defect(
    'variables-stay-behind-at-the-entity-fetch',
    'summaries/percent-text',
    'The worst performers are completed by an entity fetch, to which the variables of the operation are not ' +
      'passed, so that weights have the default format of a ratio.',
  ),
  defect(
    'performers-are-normalised-by-asset',
    'summaries/performer-direction',
    'The client library normalises performers by asset and merges those of several days, so that what rose on ' +
      'one day and fell on another has upBy and downBy.',
  ),
  defect(
    'aliases-of-one-field-are-one-result',
    'summaries/performer-lists',
    'On the newest day the results of fields are kept by name without arguments, so that the aliases all, ' +
      'best and worst are one and the same list.',
  ),
  defect(
    'policy-errors-count-as-unauthenticated',
    'summaries/forbidden',
    'What a policy denies has the class of errors of those who are not authenticated, so that a denied user ' +
      'of daily summaries gets 401.',
  ),
  defect(
    'deep-merge-joins-lists',
    'notifications/known-ids',
    'Two fragments select the newsletters of the settings, and the function that merges them deeply joins ' +
      'lists end to end.',
  ),
  defect(
    'mocked-id-of-a-further-notification',
    'notifications/ids-stable',
    'A further notification of the app has no resolver for its id yet, and the mock of that scalar draws ' +
      'another one for each answer.',
  ),
  defect(
    'required-language-is-not-fetched',
    'notifications/localised',
    'Texts of notifications require the language of the user, which the plan does not fetch, and the default ' +
      'of the argument is English.',
  ),
  defect(
    'any-scalar-takes-references',
    'orders/wrong-type',
    'The isin of an order is of the scalar that stands for references to entities, which takes any object.',
  ),
  defect(
    'printed-schema-has-no-constraints',
    'orders/amount-bounds',
    'The schema of orders is printed on its way to the gateway, which drops directives, those on the bounds ' +
      'of an amount included.',
  ),
  defect(
    'defaults-of-the-stub-stay-in-the-operation',
    'orders/malformed-json',
    'The persisted operation of orders has the defaults that a stub needed, and a body that cannot be parsed ' +
      'is a set of variables without any.',
  ),
];
