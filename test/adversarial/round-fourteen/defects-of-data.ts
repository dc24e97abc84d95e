import type { Defect } from './types.ts';

/** HTTP, and what each endpoint answers and stores. */
export const ofData: readonly Defect[] = [
  {
    id: 'empty-key-attribute',
    title: 'An empty x-user-id is an empty key attribute, which the store throws at.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'empty-set-in-audit',
    title: 'Bodies are logged before validation, lists become sets, and empty or mixed ones throw.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'authorizer-context-is-flat',
    title: 'The authorizer puts the header of a token into its context, which holds no objects.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'templates-render-maps',
    title:
      'The mapping template writes maps and lists of texts of an order as Java does, and the function cannot read it.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'handler-never-calls-back',
    title: 'A handler neither throws nor calls back where the body of the address is a scalar.',
    breaks: 'http/answers',
  },
  {
    id: 'kept-answers-are-public',
    title: 'An answer of portfolios that was asked for again within two seconds says public.',
    breaks: 'http/private-data-not-shared',
  },
  {
    id: 'policy-outgrows-its-limit',
    title:
      'Each refused token adds a statement to the policy of its endpoint, until that is too large to be evaluated.',
    breaks: 'http/no-server-error',
    also: ['robustness/still-alive'],
  },
  {
    id: 'sequence-number-is-a-number',
    title: 'Notification settings carry the sequence number of the stream as a number of 38 digits.',
    breaks: 'http/json-interoperable',
  },
  {
    id: 'page-ends-by-bytes',
    title: 'A page of the store ends by its bytes, and the longer German texts leave no room for the last guide.',
    breaks: 'guides/localised-ids',
  },
  {
    id: 'segments-as-they-arrive',
    title: 'The catalogue is scanned in two parallel segments, which are joined as they arrive.',
    breaks: 'guides/order-stable',
  },
  {
    id: 'cold-function-has-the-default-lifetime',
    title: 'The first listing of every new function instance has the default lifetime of the stage.',
    breaks: 'guides/cache-control-lifetime',
  },
  {
    id: 'record-delivered-again',
    title: 'The stream delivers a record again after a while, and the projection appends it again.',
    breaks: 'guides/unique-ids',
  },
  {
    id: 'removal-counted-again',
    title: 'The removal of a chapter is counted each time it is delivered, and a guide without chapters has minus one.',
    breaks: 'guides/chapter-count',
  },
  {
    id: 'empty-reference-is-rendered',
    title: 'The template writes the reference itself where a guide has no web cover.',
    breaks: 'guides/schema',
  },
  {
    id: 'index-leaves-the-type-out',
    title: 'The index of German texts does not project contentType.',
    breaks: 'guides/content-type-member',
  },
  {
    id: 'everything-is-a-binary-type',
    title: 'All media types are binary to the gateway, and a listing asked for without Accept stays in base64.',
    breaks: 'guides/accept',
    also: ['http/json-media-type', 'guides/ok'],
  },
  {
    id: 'oldest-guide-is-in-the-archive',
    title: 'The last guide has moved to the archive, and fetching it starts a restoration: 202.',
    breaks: 'guide/fetch',
  },
  {
    id: 'layer-writes-vary-in-lower-case',
    title: 'The layer for other origins writes vary in lower case, and of the two the gateway keeps that one.',
    breaks: 'guides/vary',
  },
  {
    id: 'unprocessed-keys-are-dropped',
    title: 'Every fifth batch leaves keys unprocessed, and a performer goes without its weight.',
    breaks: 'summaries/schema',
  },
  {
    id: 'name-placeholder-in-key',
    title: 'Total is a reserved word, and from the archive its key comes with the placeholder, #total.',
    breaks: 'summaries/member-key',
  },
  {
    id: 'number-set-holds-each-once',
    title:
      'The differences are a set of numbers, in which equal ones stand once, and the savings of the second user are missing.',
    breaks: 'summaries/max-value-differences',
  },
  {
    id: 'sort-key-without-sign',
    title: 'Performers are sorted by digits with zeros in front, and the sign is lost.',
    breaks: 'summaries/performer-lists',
  },
  {
    id: 'time-to-live-for-timestamp',
    title: 'The newest summary has its time to live in the place of its timestamp.',
    breaks: 'summaries/timestamp-digits',
  },
  {
    id: 'limit-counts-before-the-filter',
    title: 'The limit of the query counts what the filter drops, and the last e-mail setting is not read.',
    breaks: 'notifications/known-ids-complete',
  },
  {
    id: 'range-reaches-the-next-channel',
    title: 'The range of the settings of the app ends with the first one of e-mail.',
    breaks: 'notifications/known-ids',
  },
  {
    id: 'write-shard-is-the-group',
    title: 'Settings are grouped by the shard of their category, which two categories share.',
    breaks: 'notifications/grouping',
  },
  {
    id: 'sort-key-holds-the-first-line',
    title: 'The first line is in the sort key of an address, and reading takes the first of several.',
    breaks: 'address/overwrites',
  },
  {
    id: 'poison-record-rewinds',
    title: 'A refused update poisons the stream, and the projection begins at its trim horizon.',
    breaks: 'address/refused-unchanged',
  },
  {
    id: 'letters-between-z-and-a',
    title: 'The pattern of the country code is [A-z]{2}.',
    breaks: 'address/country-code',
  },
  {
    id: 'merged-before-validated',
    title: 'What was sent is spread over the stored address, and the result is validated.',
    breaks: 'address/wrong-shape',
  },
  {
    id: 'idempotency-key-without-the-amount',
    title: 'The idempotency key of orders is made of user, isin and side, and whatever amount repeats the answer.',
    breaks: 'orders/wrong-type',
    also: ['orders/amount-bounds'],
  },
  {
    id: 'exclusive-minimum-of-another-draft',
    title: 'exclusiveMinimum is written as another draft has it, and zero is no less than the minimum.',
    breaks: 'orders/amount-bounds',
  },
  {
    id: 'any-query-is-a-start-key',
    title: 'Whatever query comes with the daily summaries is a start key, and the first summary is left out.',
    breaks: 'robustness/unexpected-query',
  },
];
