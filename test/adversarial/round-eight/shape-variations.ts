import { type Variation, variation } from './variation.ts';

const learnVariations: readonly Variation[] = [
  variation('guide-ids-alike-but-the-first-digit', 'Ids of guides differ in the first digit only', 'Ids are opaque.'),
  variation(
    'descriptions-of-four-thousand',
    'Descriptions of guides have over four thousand characters',
    'No length is stated.',
  ),
  variation('slugs-translated', 'Slugs are in the language of the user', 'A slug is a string.'),
  variation(
    'chapter-counts-of-extremes',
    'One guide has no chapters, another three thousand million',
    'guides/schema asks for an integer, guides/chapter-count for one that is not negative.',
  ),
  variation('colours-as-functions', 'Colours are gradients, functions and names', 'guides/colour is observed.'),
  variation(
    'chapter-added-once',
    'A chapter is added to a guide while the run lasts',
    'READING: content may change once.',
  ),
  variation(
    'texts-decomposed',
    'Texts are in Unicode normalisation form D',
    'No form is stated; RFC 8259 takes any Unicode.',
  ),
  variation(
    'insights-without-content-for-some',
    'Insights are 204 for the reader of one language',
    'insights/ok asks for a 2xx, and for JSON where there is content.',
  ),
];

const accountVariations: readonly Variation[] = [
  variation('user-ids-with-leading-zeros', 'User ids begin with nineteen zeros', 'The pattern allows it.'),
  variation(
    'only-categories-translated',
    'Of the settings only categories are translated so far',
    'notifications/localised asks for one text that differs.',
  ),
  variation(
    'further-ids-of-odd-shapes',
    'A further notification has an id with spaces, signs and an emoji',
    'notifications/new-ids is observed; an id is a string.',
  ),
  variation(
    'group-of-nothing',
    'A further group has no notifications yet',
    'notifications/schema: an array may be empty.',
  ),
  variation('address-created', 'The address update is 201 with a Location', 'Its status is not shown.'),
  variation('writes-answered-true', 'Writes are answered with the JSON text true', 'Their bodies are not shown.'),
  variation(
    'read-back-through-escapes',
    'The read-back holds the address below names with a slash and a tilde',
    'Its shape is not shown, and the pointer says where (RFC 6901 section 3).',
  ),
];

const tradingVariations: readonly Variation[] = [
  variation(
    'orders-without-content',
    'An order is answered 204',
    'orders/accepted: 2xx and JSON where there is content.',
  ),
  variation('cash-transformed', 'Cash is answered 203', 'cash/ok asks for a 2xx.'),
  variation('cash-as-linked-data', 'Cash is application/ld+json', 'http/json-media-type allows a +json type.'),
  variation('portfolios-in-columns', 'Portfolios are a table of rows under a head', 'Their shape is not shown.'),
  variation(
    'deposit-arrives-once',
    'A deposit arrives in every account while the run lasts',
    'READING: content may change once.',
  ),
  variation('chart-labels-alike', 'All chart labels are one dot', 'chartLabel is a string.'),
  variation('summaries-in-no-order', 'Daily summaries come in no order of time', 'No order is stated.'),
  variation('summaries-of-four-hundred-days', 'There are four hundred daily summaries', 'No number is stated.'),
  variation('assets-as-addresses', 'Assets are identified by addresses', 'assetId is a string.'),
  variation(
    'weights-above-hundred',
    'Weights exceed a hundred per cent, as leverage has it',
    'weight is percentage text.',
  ),
  variation(
    'labels-empty',
    'Sentiment labels are empty and scores tiny',
    'The set of labels is not shown; score is a number.',
  ),
  variation('amounts-in-two-currencies', 'Amounts are shown in two currencies', 'Their format is not shown.'),
  variation(
    'percent-sign-in-front',
    'The percent sign stands in front, as in Turkish',
    'summaries/percent-text asks for a digit and the sign.',
  ),
  variation(
    'digits-of-adlam',
    'Amounts and weights have Adlam digits, which lie beyond the basic plane',
    'summaries/currency-text asks for any decimal digit.',
  ),
];

export const shapeVariations: readonly Variation[] = [...learnVariations, ...accountVariations, ...tradingVariations];
