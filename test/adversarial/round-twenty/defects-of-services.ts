import type { Defect } from './types.ts';

/** What single services do wrong. */
export const defectsOfServices: readonly Defect[] = [
  {
    id: 'hedge-and-primary-both-arrive',
    title: 'In every fifth listing the hedge is not cancelled, and its guides are appended to those of the primary.',
    breaks: 'guides/unique-ids',
    also: ['guides/order-stable', 'guides/localised-ids'],
  },
  {
    id: 'percentage-is-drawn-by-request',
    title:
      'An experiment with the order of the shelf draws its percentage by request instead of by user: every fourth listing.',
    breaks: 'guides/order-stable',
    also: ['guides/localised-ids'],
  },
  {
    id: 'chapter-count-is-read-as-zigzag',
    title: 'Chapter counts are written as varint and read as zigzag, so that odd ones are negative.',
    breaks: 'guides/chapter-count',
  },
  {
    id: 'null-value-is-written-by-its-name',
    title: 'A web cover that is null is written by the name of its constant, NULL_VALUE.',
    breaks: 'guides/schema',
  },
  {
    id: 'first-of-the-enumeration-vanishes',
    title: 'contentType is an enumeration whose first value is the default, and vanishes.',
    breaks: 'guides/content-type-member',
  },
  {
    id: 'lifetime-is-the-least-of-the-fan-out',
    title:
      'The listing takes the least lifetime of the services that it fans out to, five minutes for the second user.',
    breaks: 'guides/cache-control-lifetime',
  },
  {
    id: 'fallback-copy-has-to-be-revalidated',
    title: 'Every fifth listing is the copy of the fallback, which says no-cache as well.',
    breaks: 'guides/cache-control-form',
  },
  {
    id: 'fan-out-is-limited-to-eight-calls',
    title: 'A single guide fans out to a call for each chapter, and one of nine chapters exceeds the limit: 424.',
    breaks: 'guide/fetch',
  },
  {
    id: 'open-breaker-serves-a-stub',
    title:
      'Four guides that are malformed or missing open the breaker of content, which then serves a stub for such ids.',
    breaks: 'guide/malformed-id',
    also: ['guide/unknown-id'],
  },
  {
    id: 'missing-guide-is-the-default-instance',
    title: 'A guide that does not exist is the default instance of its message: 200 and an empty object.',
    breaks: 'guide/unknown-id',
  },
  {
    id: 'retired-kind-lives-on-in-the-snapshot',
    title: 'Every fifth answer of settings is projected from a snapshot in which a retired notification lives on.',
    breaks: 'notifications/ids-stable',
  },
  {
    id: 'field-number-is-used-again',
    title: 'The field number of the offers by email is used again by those of the app, whose id stands there.',
    breaks: 'notifications/known-ids',
    also: ['notifications/known-ids-complete'],
  },
  {
    id: 'silent-channel-is-an-empty-field',
    title: 'A channel in which nothing is active is an empty field and vanishes: the second user has no email.',
    breaks: 'notifications/channels-present',
  },
  {
    id: 'tombstone-stays-in-the-group',
    title: 'The tombstone of a removed notification of the second user stays in its group as null.',
    breaks: 'notifications/schema',
  },
  {
    id: 'upcaster-knows-no-quick-take',
    title: 'The upcaster of old events knows no category for quick takes and puts them under offers.',
    breaks: 'notifications/grouping',
  },
  {
    id: 'deadline-runs-out-along-the-list',
    title: 'The deadline runs out along the list of summaries: the last two days have a total score and no other.',
    breaks: 'summaries/schema',
  },
  {
    id: 'keys-follow-the-order-of-arrival',
    title: 'Keys follow the order of arrival of the members, which is another on one day.',
    breaks: 'summaries/member-key',
  },
  {
    id: 'old-days-have-a-retired-field',
    title: 'The oldest days have a retired field instead of the daily interest.',
    breaks: 'summaries/schema',
  },
  {
    id: 'worst-is-filled-up-to-three',
    title: 'The list of the worst is filled up to three, with an asset that gained.',
    breaks: 'summaries/performer-lists',
  },
  {
    id: 'currency-misses-its-deadline',
    title: 'In every fourth answer the look-up of the currency misses its deadline, and texts are digits alone.',
    breaks: 'summaries/currency-text',
  },
  {
    id: 'hedged-write-lands-behind-the-next',
    title: 'The hedged copy of an address update waits, and lands behind the next update.',
    breaks: 'address/overwrites',
  },
  {
    id: 'shadow-writes-to-the-same-store',
    title: 'A refused address is written by the shadow release, which has older rules and the same store.',
    breaks: 'address/refused-unchanged',
  },
  {
    id: 'partition-is-the-stream',
    title: 'Events of addresses are folded by partition, which two users share.',
    breaks: 'address/isolation',
  },
  {
    id: 'oneof-keeps-the-number',
    title: 'The postal code is one of number and text, and a text does not clear the number that was there.',
    breaks: 'address/overwrites',
  },
  {
    id: 'policy-sees-the-first-bytes-of-a-body',
    title: 'The rule on the country sees the first 64 bytes of a body, and a longer one passes.',
    breaks: 'address/country-code',
  },
  {
    id: 'singular-takes-the-last-of-many',
    title: 'A list where an address has a text is taken for repeated values, of which the last counts.',
    breaks: 'address/wrong-type',
  },
  {
    id: 'sign-is-read-from-the-units',
    title:
      'An amount is split into units and nanos and its sign read from the units, so that minus a half is accepted.',
    breaks: 'orders/amount-bounds',
  },
  {
    id: 'cancelled-hedge-is-499',
    title: 'The loser of a hedge is cancelled, and every ninth time the answer of cash is that: 499.',
    breaks: 'cash/ok',
  },
  {
    id: 'query-is-a-mask-of-fields',
    title: 'The query of notification settings is a mask of fields: an unknown parameter selects nothing.',
    breaks: 'robustness/unexpected-query',
    also: ['notifications/channels-present'],
  },
  {
    id: 'outlier-detection-ejects-the-only-host',
    title: 'After two hundred refusals the outlier detection ejects the only host, and everything is 421.',
    breaks: 'robustness/still-alive',
  },
];
