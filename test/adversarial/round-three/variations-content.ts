import type { Variation } from './variations.ts';

/** Other contents, and other ways to write and to keep them. */
export const contentVariations = [
  {
    id: 'successes-are-hal',
    title: 'Successful answers are application/hal+json with links',
    why: 'http/json-media-type: application/json or a +json type.',
  },
  {
    id: 'members-in-another-order',
    title: 'Members of objects come in another order each time',
    why: 'RFC 8259 section 1: objects are unordered.',
  },
  {
    id: 'odd-members',
    title: 'Successful answers have members status, error, constructor, __proto__ and one without a name',
    why: 'The specification closes no object, and any string is a name in JSON.',
  },
  {
    id: 'vary-in-several-lines',
    title: 'Vary comes in two lines, in capitals and with other fields',
    why: 'RFC 9110 sections 5.3 and 12.5.5: lists may be split, and field names have no case.',
  },
  {
    id: 'stale-answers-may-be-used',
    title: 'The listing allows stale answers while it is fetched again or cannot be',
    why: 'RFC 5861 extends Cache-Control, and max-age remains 1800.',
  },
  {
    id: 'expires-for-old-caches',
    title: 'The listing has an Expires of 1970 beside its max-age',
    why: 'RFC 9111 section 5.3: where max-age is there, Expires is ignored.',
  },
  {
    id: 'private-caches-keep-user-data',
    title: 'Daily summaries may be kept by private caches for a minute',
    why: 'http/private-data-not-shared concerns shared caches only.',
  },
  {
    id: 'guide-is-added-in-between',
    title: 'After thirty listings a guide is added at the end',
    why: 'Content may change once while a run lasts.',
  },
  {
    id: 'one-description-is-translated',
    title: 'Only one description of one guide is translated so far',
    why: 'guides/localised asks for at least one different title or description.',
  },
  {
    id: 'titles-hold-odd-characters',
    title: 'Titles hold an emoji, a line separator, a bell and a direction mark',
    why: 'Title is a string, and RFC 8259 escapes or allows them all.',
  },
  {
    id: 'two-guides-share-key-and-slug',
    title: 'Two guides have the same key and slug',
    why: 'guides/unique-names is observed.',
  },
  {
    id: 'pictures-are-data',
    title: 'Pictures are data URIs',
    why: 'RFC 2397: data is a scheme, and guides/schema asks for a URI with a scheme.',
  },
  {
    id: 'guide-id-in-either-case',
    title: 'A guide is found by its id in capitals as well',
    why: 'guide/malformed-id: only characters outside 0-9a-fA-F, or another length, are malformed.',
  },
  {
    id: 'history-of-sixty-days',
    title: 'Daily summaries reach back sixty days',
    why: 'No length of the history is stated.',
  },
  {
    id: 'newest-twice-a-day-first',
    title: 'Snapshots come twice a day, the newest first',
    why: 'Neither an order nor one snapshot a day is stated.',
  },
  {
    id: 'nothing-was-lost',
    title: 'All holdings gained, and the list of the worst is empty',
    why: 'The lists are arrays without a stated length; downBy is there on losing elements only.',
  },
  {
    id: 'unmoved-holding-has-no-direction',
    title: 'A holding that did not move has neither upBy nor downBy',
    why: 'They are present on gaining and on losing elements; this one is neither.',
  },
  {
    id: 'debts-in-parentheses',
    title: 'The first user owes cash, and the amount is written in parentheses',
    why: 'displayValue is currency-formatted text; accounting writes negative amounts so.',
  },
  {
    id: 'currencies-as-codes',
    title: 'Amounts are written with the code of the currency, a narrow space and a true minus sign',
    why: 'summaries/currency-text: a digit and a currency sign or letter.',
  },
  {
    id: 'nobody-holds-cash',
    title: 'The cash of all users is the same empty list',
    why: 'The shape of cash is not shown, and users may happen to hold the same.',
  },
  {
    id: 'a-third-channel',
    title: 'Notification settings have a third channel for text messages',
    why: 'Further members are not excluded, and known ids stay in their channels.',
  },
  {
    id: 'two-categories-share-a-name',
    title: 'All categories have one name',
    why: 'Category is localised text; notifications/grouping judges which ids stand together.',
  },
  {
    id: 'check-digit-is-verified',
    title: 'An order whose ISIN has a wrong check digit is refused',
    why: 'ISO 6166 defines the digit, and the built-in sample is a valid ISIN.',
  },
  {
    id: 'same-order-is-one-order',
    title: 'The same order within a second is answered 200 with the order that exists',
    why: 'orders/accepted: 2xx, with status and shape observed.',
  },
] as const satisfies readonly Variation[];
