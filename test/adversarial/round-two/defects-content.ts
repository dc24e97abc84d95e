import { defect } from './entry.ts';

export const contentDefects = [
  // guides
  defect(
    'guides-untranslated-is-null',
    'guides/schema',
    'the newest guide has no description yet in languages other than German',
    'the last description of the second user is null',
  ),
  defect(
    'guides-lifetime-on-hit',
    'guides/cache-control-lifetime',
    'a listing out of the memory cache is sent with the lifetime of the edge',
    'from the second answer on max-age is 300',
  ),
  defect(
    'guides-tie-in-any-order',
    'guides/order-stable',
    'two guides share a position and the query has no second sort key',
    'the last two guides swap from answer to answer',
    ['guides/localised-ids'],
  ),
  defect(
    'guides-cache-without-language',
    'guides/localised',
    'the listing is cached once for all languages',
    'whoever asks second gets the language of the first',
  ),
  defect(
    'guides-refusal-cacheable',
    'guides/cache-control-errors',
    'the cache header is set before the guards',
    '401 and 403 carry max-age=1800',
  ),
  defect(
    'guides-own-id-per-language',
    'guides/localised-ids',
    'one guide was recreated in the other language and has an id of its own there',
    'the listings of the two users differ in one id',
  ),
  // guide
  defect(
    'guide-cache-by-id-prefix',
    'guide/fetch',
    'full guides are cached by the first eight characters of the id, which guides of one import share',
    'every id gets the guide that was fetched first',
  ),
  defect(
    'guide-found-by-prefix',
    'guide/malformed-id',
    'the guide is looked up by an unfinished pattern',
    'the id without its last character gets 200',
  ),
  // cash
  defect(
    'cash-wants-a-content-type',
    'cash/ok',
    'a filter asks for Content-Type application/json on every request',
    'GET /cash gets 415',
  ),
  // address
  defect(
    'address-nothing-changed-is-400',
    'address/repeatable',
    'an update that modified no row is taken for a mistake of the client',
    'the same address sent twice gets 400',
  ),
  defect(
    'address-trailing-tokens',
    'address/malformed-json',
    'the parser stops after the first complete value',
    'a good body followed by garbage is accepted',
  ),
  defect(
    'address-second-write-dropped',
    'address/overwrites',
    'updates are debounced on the leading edge',
    'the second of two quick updates is answered 200 and not stored',
  ),
  defect(
    'address-shared-between-users',
    'address/isolation',
    'new users start with one address object, which updates change in place',
    'the address of the second user changes with that of the first',
  ),
  defect(
    'address-stored-member-by-member',
    'address/refused-unchanged',
    'each member is stored as soon as it was checked',
    'a refused country code leaves the new first line behind',
  ),
  // summaries
  defect(
    'summaries-losing-day',
    'summaries/schema',
    'on a losing day the portfolio has downBy instead of upBy',
    'the last element of the first user has no upBy in holdings and total',
  ),
  defect(
    'summaries-maximum-of-nothing',
    'summaries/max-value-differences',
    'the largest difference of a single day is minus infinity',
    'maxValueDifferences of the second user is null throughout',
  ),
  defect(
    'summaries-unchanged-goes-both-ways',
    'summaries/performer-direction',
    'an asset that did not move is both not below and not above zero',
    'one performer of the first user has upBy and downBy',
  ),
  defect(
    'summaries-denied-gets-nothing',
    'summaries/forbidden',
    'the denied user is filtered out by the query',
    'the denied user gets 200 with an empty list',
  ),
  defect(
    'summaries-worst-are-the-last-three',
    'summaries/performer-lists',
    'the worst performers are the last three of the sorted list',
    'worst holds an element with upBy',
  ),
  // notifications
  defect(
    'notifications-split-at-three',
    'notifications/grouping',
    'rows are read three at a time and each batch makes its own groups',
    'the known ids of Market insights stand in two groups',
  ),
  defect(
    'notifications-two-releases',
    'notifications/ids-stable',
    'one of two replicas runs the next release',
    'every other answer holds one id more',
  ),
  defect(
    'notifications-muted-left-out',
    'notifications/known-ids-complete',
    'settings that are off are filtered out',
    'known ids are missing',
  ),
  // orders
  defect(
    'orders-list-accepted',
    'orders/wrong-shape',
    'a list of orders is taken as a bulk order',
    'an array at the top gets 2xx',
  ),
  defect(
    'orders-amount-coerced',
    'orders/wrong-type',
    'the amount goes through Number()',
    'the amount [100] is accepted',
  ),
  // robustness
  defect(
    'query-filters-the-list',
    'robustness/unexpected-query',
    'daily summaries filter by every query parameter as if it were a member',
    'an unknown parameter empties the list',
  ),
] as const;
