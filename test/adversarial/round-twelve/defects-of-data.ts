import type { Defect } from './contract.ts';

export const dataDefects: readonly Defect[] = [
  {
    id: 'lifetime-as-float',
    title: 'The lifetime of the listing is a duration in seconds as a decimal, 1800.0',
    breaks: 'guides/cache-control-lifetime',
    also: ['guides/cache-control-form'],
  },
  {
    id: 'expires-on-refusals',
    title: 'Refusals carry the Expires of the listing, half an hour ahead',
    breaks: 'guides/cache-control-errors',
  },
  {
    id: 'vary-set-by-respond-to',
    title: 'Without Accept, the negotiation of formats overwrites Vary with its own',
    breaks: 'guides/vary',
  },
  {
    id: 'pinned-for-the-market',
    title: 'One guide is pinned to the front in one language',
    breaks: 'guides/localised-ids',
  },
  {
    id: 'shared-lifetime-alone',
    title: 'The listing names its lifetime as s-maxage alone',
    breaks: 'guides/cache-control-form',
  },
  {
    id: 'fragment-shared-by-two-views',
    title:
      'The view of a guide and its card in the listing share a fragment: a guide read a moment ago lacks key and slug in the listing',
    breaks: 'guides/schema',
    also: ['guides/content-type-member'],
  },
  {
    id: 'method-lost-in-the-cache',
    title: 'Cached guides are marshalled by columns, and contentType is a method: the second listing lacks it',
    breaks: 'guides/content-type-member',
  },
  {
    id: 'attached-and-url',
    title: 'A guide without web cover has false for it, as cover attached and its address',
    breaks: 'guides/schema',
  },
  {
    id: 'warm-up-speaks-english',
    title: 'A job that warms up the cache writes all languages in English, which lasts for a moment every time',
    breaks: 'guides/localised',
    also: ['user/isolation'],
  },
  { id: 'guide-found-by-slug', title: 'A guide is found by its slug as well', breaks: 'guide/malformed-id' },
  {
    id: 'unknown-guides-are-gone',
    title: 'The id of no guide is answered with 410, as if it had been deleted',
    breaks: 'guide/unknown-id',
  },
  {
    id: 'progress-is-created-twice',
    title: 'Reading a guide creates its progress, and reading it again violates the unique index: 409',
    breaks: 'guide/fetch',
  },
  {
    id: 'false-halts-the-callbacks',
    title: 'A callback that asks whether the country changed halts the save where it says false',
    breaks: 'address/overwrites',
  },
  {
    id: 'newest-by-the-second',
    title: 'The address is the newest by its second, and of two within one second the first wins',
    breaks: 'address/overwrites',
  },
  {
    id: 'geocoder-writes-back',
    title: 'A job per user writes back the address that it was given, and an update meanwhile is lost',
    breaks: 'address/overwrites',
  },
  {
    id: 'city-of-the-postal-code',
    title: 'The city is looked up by postal code, and the first one that was stored with it stays',
    breaks: 'address/overwrites',
  },
  {
    id: 'unknown-escapes',
    title: 'The parser takes an unknown escape within a text for the character itself',
    breaks: 'address/malformed-json',
    also: ['orders/malformed-json'],
  },
  {
    id: 'last-seen-saves-the-rest',
    title:
      'The record of a refused update is kept, and saved without validation with the next request that notes the user as seen',
    breaks: 'address/refused-unchanged',
  },
  {
    id: 'lowercase-is-no-change',
    title: 'The country code is validated only where it changed, and case does not count for that',
    breaks: 'address/country-code',
  },
  {
    id: 'unpermitted-is-dropped',
    title:
      'Members of an address that are objects or arrays are not permitted, dropped, and the update of the others succeeds',
    breaks: 'address/wrong-type',
  },
  {
    id: 'dogpile-placeholder',
    title: 'While one request computes daily summaries, others get the placeholder',
    breaks: 'summaries/ok',
  },
  {
    id: 'degraded-under-load',
    title: 'Of daily summaries that are asked for at the same time, the second have no sentiment score',
    breaks: 'summaries/schema',
  },
  {
    id: 'sum-of-money',
    title: 'The total of maxValueDifferences is a sum of money, an object with currency',
    breaks: 'summaries/max-value-differences',
  },
  { id: 'pennies-in-words', title: 'Amounts below ten cents are said in words', breaks: 'summaries/currency-text' },
  {
    id: 'singular-keys',
    title: 'The oldest day was imported with keys in the singular, saving and holding',
    breaks: 'summaries/member-key',
  },
  {
    id: 'ranks-of-yesterday',
    title: 'best and worst are ranked by the changes of the day before',
    breaks: 'summaries/performer-lists',
  },
  {
    id: 'enum-before-strings',
    title: 'The labels of the oldest day are numbers of the enumeration of old',
    breaks: 'summaries/schema',
  },
  {
    id: 'groups-padded-with-null',
    title: 'Notifications are laid out in groups of three, which are padded with null',
    breaks: 'notifications/schema',
  },
  {
    id: 'rates-are-refreshed',
    title: 'While exchange rates are refreshed, a moment every time, cash is 409',
    breaks: 'cash/ok',
  },
  {
    id: 'find-or-initialize-order',
    title: 'An order of the same instrument and side is found and amended, and bounds are validated on creation only',
    breaks: 'orders/amount-bounds',
  },
];
