import { defect as d } from './defect.ts';

/** Defects of what is shown and stored. */
export const contentDefects = [
  d(
    'a-cached-text-has-another-converter',
    'http/json-media-type',
    'Portfolios out of the cache are a text already, which the converter for texts sends as text/plain',
  ),
  d(
    'lifetime-lasts-until-the-next-job',
    'guides/cache-control-lifetime',
    'The listing may be kept until the job that reads it anew at every half hour of the clock',
    'guides/cache-control-form',
  ),
  d('only-translations-vary', 'guides/vary', 'Only the listing in another language than English varies by the user'),
  d(
    'placeholder-is-not-resolved',
    'guides/schema',
    'The icon of the last guide has a placeholder for the host that nobody resolved',
  ),
  d(
    'fetch-join-repeats-the-root',
    'guides/unique-ids',
    'A guide with two tags is there twice, as the join has two rows',
  ),
  d(
    'chapters-are-counted-in-a-byte',
    'guides/chapter-count',
    'Chapters are counted in a signed byte, and two hundred are minus 56',
  ),
  d(
    'catalogue-is-published-before-it-is-sorted',
    'guides/order-stable',
    'A job publishes the catalogue every 700 milliseconds, and sorts it a quarter of a second later',
    'guides/localised-ids',
  ),
  d(
    'cache-slots-are-not-compared',
    'guide/fetch',
    'Guides are cached in slots by the last digit of their id, and the id is not compared',
  ),
  d(
    'a-reference-is-a-proxy',
    'guide/unknown-id',
    'A reference to an unknown guide is a proxy, and the proxy is written with 200',
  ),
  d(
    'write-behind-queue-is-a-stack',
    'address/overwrites',
    'Updates are written behind every 400 milliseconds, the newest first',
  ),
  d(
    'checked-exceptions-commit',
    'address/refused-unchanged',
    'A wrong country code is a checked exception, for which the transaction commits',
  ),
  d(
    'form-filter-reads-patches',
    'address/content-type',
    'A filter reads forms in PATCH, leaves no body, and the update of nothing succeeds',
  ),
  d(
    'parser-is-never-told-of-the-end',
    'address/malformed-json',
    'The parser waits for more of a body that was cut off, and the update without it succeeds',
  ),
  d(
    'an-equal-first-line-is-no-change',
    'address/wrong-type',
    'An update whose first line is the stored one is no change and is not validated',
    'address/country-code',
  ),
  d(
    'a-patch-without-address-changes-nothing',
    'address/wrong-shape',
    'A body without address is a patch that changes nothing',
  ),
  d(
    'bounds-are-left-to-settlement',
    'orders/amount-bounds',
    'The bounds of an amount are left to the settlement, after the order was accepted',
  ),
  d(
    'empty-lists-are-null-and-null-is-valid',
    'orders/wrong-type',
    'An empty list for isin is null, which every pattern holds for valid',
  ),
  d(
    'log-masks-the-cached-object',
    'summaries/currency-text',
    'The log masks the daily interest in the object that the cache keeps',
  ),
  d(
    'identity-of-what-was-written',
    'summaries/schema',
    'A performer that was written in all is its id in best and worst',
  ),
  d(
    'optional-is-written-as-a-bean',
    'summaries/schema',
    'The score of the momentum is an Optional, written with its getters',
  ),
  d(
    'instants-are-seconds-with-nanoseconds',
    'summaries/timestamp',
    'The newest snapshot is an instant in seconds with a fraction',
    'summaries/timestamp-digits',
  ),
  d(
    'local-time-is-taken-for-utc',
    'summaries/timestamp-digits',
    'The newest snapshot is in the local time of Tokyo, taken for UTC',
  ),
  d(
    'comparator-returns-whole-numbers',
    'summaries/performer-lists',
    'The comparator of performers cuts differences to whole numbers, and on a quiet day all are equal',
  ),
  d(
    'lazy-lists-come-back-as-null',
    'notifications/schema',
    'A list that was not loaded when the settings were cached comes back as null',
    'notifications/known-ids-complete',
    'notifications/ids-stable',
    'notifications/grouping',
  ),
  d(
    'revisions-are-joined',
    'notifications/known-ids',
    'The promotional e-mail of the second user is there in both of its revisions',
  ),
  d(
    'a-sorted-map-knows-positions-only',
    'notifications/grouping',
    'Groups are keys of a map that compares positions, and newsletters and offers have the same',
  ),
  d(
    'merging-a-user-removes-orphans',
    'notifications/known-ids-complete',
    'After an address update the e-mail settings of the user are removed as orphans',
    'notifications/ids-stable',
  ),
  d(
    'a-feature-is-drawn-for-each-request',
    'notifications/ids-stable',
    'A feature for two in five users is drawn for each request, and its notification comes and goes',
  ),
];
