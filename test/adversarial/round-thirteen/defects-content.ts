import type { Defect } from './types.ts';

export const contentDefects: readonly Defect[] = [
  {
    id: 'duration-in-cache-control',
    title: 'max-age is a time.Duration as text, 30m0s.',
    breaks: 'guides/cache-control-lifetime',
  },
  {
    id: 'kept-answers-lose-their-headers',
    title: 'A listing asked for again within two seconds is a recorded one, whose Cache-Control was not recorded.',
    breaks: 'guides/cache-control-present',
  },
  { id: 'vary-names-the-struct-field', title: 'Vary names the field of the struct, UserID.', breaks: 'guides/vary' },
  {
    id: 'nullable-cover-as-struct',
    title: 'A missing web cover is a sql.NullString, written with its two fields.',
    breaks: 'guides/schema',
  },
  {
    id: 'appended-as-workers-finish',
    title: 'Guides are read by goroutines and appended as each of them finishes.',
    breaks: 'guides/order-stable',
  },
  {
    id: 'translations-close-over-the-loop',
    title: 'The functions that translate all close over one loop variable, which ends at German.',
    breaks: 'guides/localised',
  },
  {
    id: 'featured-guide-inserted-again',
    title: 'The featured guide is inserted in front and not removed from its place.',
    breaks: 'guides/unique-ids',
  },
  {
    id: 'evicted-guides-are-lost',
    title: 'Full guides live in a cache of five, and those that the listing pushed out are not loaded again.',
    breaks: 'guide/fetch',
  },
  {
    id: 'zero-guide-for-unknown-id',
    title: 'A map without the guide yields the zero value, which is written with 200.',
    breaks: 'guide/unknown-id',
  },
  {
    id: 'any-query-turns-paging-on',
    title: 'Any query parameter turns the paging of the listing on, with its default of three.',
    breaks: 'robustness/unexpected-query',
  },
  {
    id: 'deadline-of-five-nanoseconds',
    title:
      'Every fourth reading of insights refreshes them under a deadline of 5, which means nanoseconds, and is 408.',
    breaks: 'insights/ok',
  },
  {
    id: 'context-of-the-first-request',
    title: 'The loader of portfolios keeps the context of the first request, which has ended for the next one.',
    breaks: 'portfolios/ok',
  },
  {
    id: 'range-updates-a-copy',
    title: 'The update goes to the variable of a range loop, which is a copy of the stored address.',
    breaks: 'address/overwrites',
  },
  {
    id: 'users-share-a-pointer',
    title: 'Users were made from one value that holds a pointer, and all share the address behind it.',
    breaks: 'address/isolation',
  },
  {
    id: 'country-in-a-joined-list',
    title: 'A country is valid where it is found within the text of all joined codes.',
    breaks: 'address/country-code',
  },
  {
    id: 'line2-is-any-value',
    title: 'line2 is declared as any, since it may be missing, and never asserted to be text.',
    breaks: 'address/wrong-type',
  },
  {
    id: 'mismatch-leaves-the-zero-value',
    title: 'An address of another type leaves its struct at the zero value, which counts as nothing to update.',
    breaks: 'address/wrong-shape',
  },
  {
    id: 'retry-skips-validation',
    title: 'A refused update is put into the queue of retries, which stores it a moment later.',
    breaks: 'address/refused-unchanged',
  },
  {
    id: 'postal-code-in-sixteen-bits',
    title: 'A postal code that is a number has to fit into an int16.',
    breaks: 'address/postal-code-number',
  },
  {
    id: 'zero-time-in-milliseconds',
    title: 'The oldest summary has the zero time, that of the year 1, in milliseconds.',
    breaks: 'summaries/timestamp-digits',
  },
  {
    id: 'printf-without-its-argument',
    title: 'The daily interest is printed without its argument, as a currency sign and %!s(MISSING).',
    breaks: 'summaries/currency-text',
  },
  {
    id: 'sync-map-is-an-empty-object',
    title: 'Performers are collected in a sync.Map, which is written as an empty object.',
    breaks: 'summaries/schema',
  },
  {
    id: 'zero-value-direction',
    title: 'Gaining performers have a downBy as well, the empty text of the zero value.',
    breaks: 'summaries/performer-direction',
  },
  {
    id: 'denial-lost-in-a-select',
    title: 'A select takes either the denial or the data, whichever it draws.',
    breaks: 'summaries/forbidden',
  },
  {
    id: 'pointer-to-the-loop-variable',
    title: 'The rows of a group point to the loop variable, and all are the last one.',
    breaks: 'notifications/known-ids',
    also: ['notifications/known-ids-complete'],
  },
  {
    id: 'append-without-a-lock',
    title: 'Goroutines append to the offers without a lock, and now and then a further notification is lost.',
    breaks: 'notifications/ids-stable',
  },
  {
    id: 'copy-into-a-shorter-slice',
    title: 'The market insights are copied into a slice that is one too short.',
    breaks: 'notifications/known-ids-complete',
  },
  {
    id: 'printer-made-in-a-once',
    title: 'The printer of notification texts is made in a sync.Once, in the language of whoever asked first.',
    breaks: 'notifications/localised',
  },
  {
    id: 'assertion-without-ok',
    title: 'The type assertion of side ignores its second result, and an object or a list is the default, buy.',
    breaks: 'orders/wrong-type',
  },
];
