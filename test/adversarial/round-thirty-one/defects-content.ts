import type { Defect } from './types.ts';

export const contentDefects: readonly Defect[] = [
  {
    id: 'interval-is-hours-minutes-seconds',
    title: 'The lifetime of the listing is the INTERVAL of half an hour in the form hhmmss: max-age=3000.',
    breaks: 'guides/cache-control-lifetime',
  },
  {
    id: 'host-variable-of-forty-nine-levels',
    title:
      'German descriptions are varying columns, whose host variable is a group of two levels 49, so that a ' +
      'description is an object of len and text.',
    breaks: 'guides/schema',
  },
  {
    id: 'split-control-interval',
    title:
      'A control interval of the guides was split, and every second listing is read in physical order, in ' +
      'which the moved records stand last.',
    breaks: 'guides/order-stable',
  },
  {
    id: 'language-is-one-letter',
    title:
      'Message sets are named by one letter, and the first letter of de is that of Danish, which is not ' +
      'installed, so that the listing is in English.',
    breaks: 'guides/localised',
  },
  {
    id: 'records-of-the-former-length',
    title: 'The first two guides were written when records were shorter, and end before the field contentType.',
    breaks: 'guides/content-type-member',
  },
  {
    id: 'index-without-upgrade',
    title:
      'Full guides are found by an alternate index that is not upgraded with its base, so that the guide ' +
      'that was added last is listed and not found.',
    breaks: 'guide/fetch',
  },
  {
    id: 'region-without-newcopy',
    title:
      'One of four regions, which are used in turn, has not seen the new copy of the program of analyst ' +
      'insights: 409.',
    breaks: 'insights/ok',
  },
  {
    id: 'search-all-of-an-unsorted-table',
    title:
      'Cash finds its rate by SEARCH ALL, and every fourth time the table stands as the rates arrived, ' +
      'unsorted, and the rate is not found: 409.',
    breaks: 'cash/ok',
  },
  {
    id: 'generation-is-not-catalogued',
    title:
      'Every fifth reading of portfolios meets a generation that is catalogued only when its step has ' + 'ended: 409.',
    breaks: 'portfolios/ok',
  },
  {
    id: 'trailing-blanks-are-not-numeric',
    title:
      'A postal code that is a text is moved to nine columns, whose trailing blanks fail the numeric class ' +
      'test: 422.',
    breaks: 'address/postal-code-string',
    also: ['address/accepted'],
  },
  {
    id: 'duplicate-key-within-the-second',
    title:
      'The history of addresses has a key of user, second and the beginning of line1, so that the same ' +
      'update again within a second is a duplicate: 409.',
    breaks: 'address/repeatable',
  },
  {
    id: 'body-is-unstrung-at-quotation-marks',
    title:
      'An address body that is no JSON is unstrung at its quotation marks, and accepted when all fields ' +
      'were found between them, also without its closing braces.',
    breaks: 'address/malformed-json',
  },
  {
    id: 'text-is-moved-to-the-group',
    title: 'A text in place of the address is moved to the group as a whole, by columns, and stored.',
    breaks: 'address/wrong-shape',
  },
  {
    id: 'json-parse-goes-on-behind-a-mismatch',
    title:
      'JSON PARSE leaves a field of the address alone that an object or a list does not fit and goes on, ' +
      'and the update succeeds with what the field held.',
    breaks: 'address/wrong-type',
  },
  {
    id: 'line2-and-city-redefine-each-other',
    title:
      'line2 and city of an address redefine the same storage, so that the second line that is stored ' +
      'begins with the city.',
    breaks: 'address/overwrites',
  },
  {
    id: 'rowset-of-two-is-updated',
    title:
      'The cursor on addresses fetches rowsets of two, and the positioned update changes all rows of the ' +
      'rowset, thus the next user too.',
    breaks: 'address/isolation',
  },
  {
    id: 'empty-tables-are-null',
    title:
      'A table of performers without occurrences is mapped to null, as worst is on a day on which nothing ' + 'lost.',
    breaks: 'summaries/schema',
  },
  {
    id: 'first-value-of-a-condition-name',
    title:
      'The key of savings is set by a condition name with two values, and SET moves the first of them, ' + 'vault.',
    breaks: 'summaries/member-key',
  },
  {
    id: 'external-floating-point-is-text',
    title:
      'The largest difference of the total is an external floating-point item, which the mapping writes as ' +
      'a text such as +2.49300E+02.',
    breaks: 'summaries/max-value-differences',
  },
  {
    id: 'eibdate-in-place-of-a-moment',
    title: 'The timestamp of the oldest day is the packed date 0CYYDDD of the interface block, six digits.',
    breaks: 'summaries/timestamp-digits',
  },
  {
    id: 'both-views-of-a-redefinition',
    title:
      'upBy and downBy of the worst performers redefine each other, and for the newest day the mapping ' +
      'writes both views.',
    breaks: 'summaries/performer-direction',
  },
  {
    id: 'edited-field-is-de-edited',
    title:
      'upBy of the total is moved from one edited field to another, by which it is de-edited and its ' +
      'currency is lost.',
    breaks: 'summaries/currency-text',
  },
  {
    id: 'global-table-comes-first',
    title:
      'The global access table is asked before the profile, and grants the daily summaries to the user whom ' +
      'the profile denies.',
    breaks: 'summaries/forbidden',
  },
  {
    id: 'merged-without-sum-fields',
    title:
      'Own settings of the German user are merged with the defaults without dropping equal keys, so that ' +
      'app_promotional stands there twice.',
    breaks: 'notifications/known-ids',
  },
  {
    id: 'halved-codes-lose-their-remainder',
    title:
      'Groups are found by the halved code of their category without its remainder, which newsletters and ' +
      'offers of e-mail share.',
    breaks: 'notifications/grouping',
  },
  {
    id: 'area-of-the-order-before',
    title:
      'Orders are read into one area that nobody clears, and a body that ends too early is completed by the ' +
      'end of the order before.',
    breaks: 'orders/malformed-json',
  },
  {
    id: 'mapfail-sends-the-map-again',
    title:
      'An order that is no object has no fields, which is the condition MAPFAIL, upon which the empty map ' +
      'is sent again with 200.',
    breaks: 'orders/wrong-shape',
  },
  {
    id: 'containers-are-held-by-name',
    title:
      'An object or a list for isin goes into a container of its own, whose name the field then holds, and ' +
      'the order is accepted.',
    breaks: 'orders/wrong-type',
  },
  {
    id: 'abbreviated-condition-is-always-true',
    title: 'The bounds of an amount are tested by an abbreviated condition, not 0 or -1, which is always true.',
    breaks: 'orders/amount-bounds',
  },
  {
    id: 'upsi-switches-from-the-query',
    title:
      'The first characters of the query of portfolios set the switches of the job, the first of which ' +
      'means a test run with other positions.',
    breaks: 'robustness/unexpected-query',
  },
];
