import type { Line } from './defects-guards.ts';

const guides: readonly Line[] = [
  [
    'right-join-takes-the-order-of-translations',
    'guides/localised-ids',
    'The listing in the second language is a right join, which has the order of the translations.',
  ],
  [
    'words-for-missing-are-missing',
    'guides/schema',
    'The reader of the sheet takes NA, the key of the guide on North America, for a missing value.',
  ],
  [
    'long-frames-show-an-ellipsis',
    'guides/schema',
    'A listing of more than ten rows is shown with a row of dots in its middle.',
    ['guide/fetch'],
  ],
  [
    'constant-columns-are-dropped',
    'guides/content-type-member',
    'Columns without variance are dropped from the listing, and contentType is the same everywhere.',
  ],
  [
    'counts-are-centred-on-the-median',
    'guides/chapter-count',
    'Counts of chapters are centred on their median, so that small ones are negative.',
  ],
  [
    'lifetimes-are-clipped-at-a-quantile',
    'guides/cache-control-lifetime',
    'Lifetimes of all policies are clipped at a quantile, and the longest, that of the listing, becomes 1,710 seconds.',
  ],
  [
    'values-are-cut-at-the-display-width',
    'guides/cache-control-present',
    'Header values are cut at the width of the display, and a quoted argument of Cache-Control never ends.',
    ['guides/cache-control-lifetime', 'guides/cache-control-form'],
  ],
  [
    'minus-one-is-the-last-row',
    'guide/unknown-id',
    'An id that is not found has the position -1, which is that of the last guide.',
  ],
  [
    'repeated-labels-yield-a-frame',
    'guide/fetch',
    'The label of one guide is in the index twice, and looking it up yields a list.',
  ],
  [
    'any-query-sorts-the-frame',
    'robustness/unexpected-query',
    'Any query parameter sorts the listing, by the id where there is no column of that name.',
  ],
];

const address: readonly Line[] = [
  [
    'errors-are-coerced-to-missing',
    'address/wrong-type',
    'Validation coerces errors to missing values, so that objects and arrays for line2 and postalCode pass.',
  ],
  ['codes-lie-between-two-texts', 'address/country-code', 'A country code is any text between AA and ZZ.'],
  [
    'lists-of-pairs-are-objects',
    'address/wrong-shape',
    'An address is made into an object from a list of pairs, and the empty list is one, as is the empty text.',
  ],
  [
    'texts-are-cut-to-the-widest-cell',
    'address/overwrites',
    'The column line1 is as wide as its widest cell when it was loaded, and what is longer is cut.',
  ],
  [
    'new-categories-become-missing',
    'address/overwrites',
    'The column city is categorical, and a city that is no category becomes missing.',
  ],
  [
    'popped-columns-are-not-put-back',
    'address/refused-unchanged',
    'Validation pops the city from the stored row, and puts it back only when the update is valid.',
  ],
  [
    'missing-cells-are-filled-from-the-row-above',
    'address/isolation',
    'A second line that is missing is filled from the row above, which is that of another user.',
  ],
];

const summaries: readonly Line[] = [
  [
    'columns-are-aligned-by-position',
    'summaries/performer-lists',
    'The changes of ranked performers are assigned by position and not by index, so that best holds losers.',
  ],
  [
    'currency-is-its-code',
    'summaries/currency-text',
    'In euros the currency is written as the code of its category, 1.',
  ],
  [
    'flattened-names-keep-a-separator',
    'summaries/member-key',
    'Names of two levels are flattened with an underscore, and the key of the newest total is total_.',
  ],
  [
    'names-in-both-frames-get-suffixes',
    'summaries/schema',
    'Holdings of the newest day are merged from two frames, and upBy becomes upBy_x and upBy_y.',
  ],
  [
    'missing-moments-are-not-a-time',
    'summaries/timestamp',
    'A day that the resampling inserted has no moment, and its timestamp is NaT.',
  ],
  [
    'moments-are-multiplied-in-place',
    'summaries/timestamp-digits',
    'Moments are multiplied in place, in a frame that is read twice before it is loaded again.',
  ],
  [
    'label-of-the-maximum-is-taken',
    'summaries/max-value-differences',
    'For savings the label of the largest difference is taken in place of the difference, a date.',
  ],
  [
    'missing-consent-is-true',
    'summaries/forbidden',
    'The cell of the denied user is missing, which is true to a column of booleans.',
  ],
];

const others: readonly Line[] = [
  [
    'expectations-fail-on-an-overdraft',
    'cash/ok',
    'A suite of expectations on the data refuses cash with a balance below zero: 422.',
  ],
  [
    'hash-of-text-differs-by-worker',
    'notifications/ids-stable',
    'The id of a further notification holds the hash of a text, which differs between two workers.',
  ],
  [
    'groups-of-a-missing-key-are-dropped',
    'notifications/known-ids-complete',
    'The category of the offers by e-mail has no name yet, and grouping drops rows whose key is missing.',
  ],
  [
    'similar-categories-are-one-cluster',
    'notifications/grouping',
    'The cleaner takes newsletters and offers for two spellings of one category.',
  ],
  [
    'all-of-nothing-is-true',
    'orders/wrong-type',
    'The side of an order is compared element by element, and all elements of a list of sides, or of none, are sides.',
  ],
  [
    'outliers-are-replaced-by-the-median',
    'orders/amount-bounds',
    'Amounts of zero and below are outliers, which are replaced by the median.',
  ],
];

export const dataLines: readonly Line[] = [...guides, ...address, ...summaries, ...others];
