import type { Variation } from './variations-of-transport.ts';

/** Variations of what the resources hold. */
export const contentVariations: readonly Variation[] = [
  {
    id: 'user-ids-differ-at-the-end',
    title: 'User ids differ in their last character only',
    why: 'Document ids of one batch do; the pattern is kept.',
  },
  {
    id: 'nobody-is-denied',
    title: 'No user is known to be denied',
    why: 'summaries/forbidden is judged only where one is given.',
  },
  {
    id: 'listing-counts-itself',
    title: 'The listing has meta and links beside data',
    why: 'Further members are not excluded.',
  },
  {
    id: 'uris-have-every-part',
    title: 'Image addresses have an IPv6 host, a port, a query and a fragment',
    why: 'RFC 3986 section 3; a string that is a URI.',
  },
  {
    id: 'descriptions-are-still-empty',
    title: 'Guides have empty descriptions',
    why: 'description is a string without a stated length; the titles are localised.',
  },
  {
    id: 'titles-of-a-series-are-equal',
    title: 'All guides of a language bear one title',
    why: 'Only ids have to be unique.',
  },
  {
    id: 'titles-hold-markup',
    title: 'Titles and descriptions hold markup',
    why: 'They are strings of editorial content.',
  },
  {
    id: 'key-slug-and-id-are-one',
    title: 'Key and slug of a guide are its id',
    why: 'Both are strings of no stated form.',
  },
  {
    id: 'full-guides-are-nested-deeply',
    title: 'Full guides are nested 120 levels deep',
    why: 'The fields of a full guide are not shown, and JSON has no stated depth.',
  },
  {
    id: 'cash-in-minor-units-as-text',
    title: 'Cash is counted in minor units, as text',
    why: 'Response shapes of cash are not shown.',
  },
  {
    id: 'cash-is-one-number',
    title: 'Cash is one number at the top',
    why: 'RFC 8259 section 2: any value is a JSON text; the shape is not shown.',
  },
  {
    id: 'portfolios-are-being-calculated',
    title: 'Portfolios are 202 with a state',
    why: 'portfolios/ok: 2xx, and the shape is observed.',
  },
  {
    id: 'an-update-is-200-and-empty',
    title: 'An address update is 200 with an empty body',
    why: 'Status code and body are not shown.',
  },
  {
    id: 'address-lines-have-a-length',
    title: 'Address lines over seventy characters are refused',
    why: 'The exact format of each field is not shown.',
  },
  {
    id: 'chart-labels-are-empty-or-have-returns',
    title: 'Chart labels are empty, blank or hold carriage returns',
    why: 'chartLabel is a string that may contain a line break.',
  },
  {
    id: 'second-user-has-no-history',
    title: 'The second user has no snapshot yet',
    why: 'data is an array without a stated length.',
  },
  {
    id: 'two-snapshots-share-a-moment',
    title: 'Two snapshots have the same timestamp',
    why: 'No uniqueness is stated.',
  },
  {
    id: 'amounts-are-enormous',
    title: 'Amounts are in the trillions',
    why: 'value is a number within double precision.',
  },
  {
    id: 'sentiment-labels-are-emoji',
    title: 'Sentiment labels are emoji',
    why: 'The full set of label values is not shown.',
  },
  {
    id: 'an-asset-is-held-in-two-lots',
    title: 'One asset stands twice among the performers',
    why: 'Asset ids need not be unique within a list.',
  },
  {
    id: 'a-position-is-short',
    title: 'One position is short, with negative value and weight',
    why: 'value and weight are texts of a currency and a percentage.',
  },
  {
    id: 'gains-carry-an-arrow',
    title: 'Gains carry an arrow and a plus sign',
    why: 'upBy is currency-formatted text with a digit and a currency sign.',
  },
  {
    id: 'amounts-stand-between-bidi-marks',
    title: 'Amounts stand between isolates and direction marks',
    why: 'Unicode annex 9; the text holds digit and currency still.',
  },
  {
    id: 'currencies-are-named-in-words',
    title: 'Currencies are named in words',
    why: 'summaries/currency-text: a digit and a currency sign or letter.',
  },
  {
    id: 'second-user-reads-bengali',
    title: 'The second user reads Bengali, with its digits and grouping',
    why: 'summaries/currency-text: a digit is any of \\p{Nd}.',
  },
  { id: 'everything-is-switched-off', title: 'All notifications are off for everybody', why: 'active is a boolean.' },
  {
    id: 'one-notification-is-translated',
    title: 'One notification only is translated',
    why: 'notifications/localised: at least one text that differs.',
  },
  {
    id: 'notifications-tell-more',
    title: 'Notifications have further members',
    why: 'notifications/schema closes no object.',
  },
  {
    id: 'an-order-answers-with-its-id',
    title: 'An order is answered with its id as one JSON string',
    why: 'orders/accepted: 2xx and JSON, and the shape is observed.',
  },
  {
    id: 'amounts-have-a-limit',
    title: 'Orders over a million or with parts of a cent are refused',
    why: 'Bounds of amounts are not shown.',
  },
];
