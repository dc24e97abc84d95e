import type { Variation } from './types.ts';

export const variations: readonly Variation[] = [
  {
    id: 'core-knows-capitals-only',
    title:
      'The core knows no lower case: titles, descriptions, names and categories are in capitals, with ' +
      'umlauts in two letters.',
  },
  {
    id: 'half-width-katakana',
    title: 'All texts of the second user are in half-width katakana of an old code page.',
  },
  {
    id: 'german-with-and-without-umlauts',
    title: 'Both users read German, the first without umlauts as the core has it, the second with them.',
  },
  {
    id: 'texts-in-full-width-letters',
    title: 'Texts of the second user are in full-width Latin letters, as a double-byte code page has them.',
  },
  {
    id: 'texts-keep-their-shift-characters',
    title: 'Texts keep the control characters shift-out and shift-in around them, as escapes.',
  },
  {
    id: 'descriptions-are-card-images',
    title: 'Descriptions of guides are card images, lines of eighty columns with a sequence number behind ' + 'each.',
  },
  {
    id: 'amounts-behind-attribute-bytes',
    title: 'Amounts stand between attribute bytes of a terminal, one of which is an escaped control ' + 'character.',
  },
  {
    id: 'amounts-as-on-a-cheque',
    title: 'Amounts are written as on a cheque, whole units in words and the cents in digits.',
  },
  { id: 'amounts-in-pence', title: 'Amounts are told in pence, without a point and with the letter p.' },
  { id: 'amounts-in-the-former-currency', title: 'Amounts are converted to the former currency, in German marks.' },
  { id: 'currency-sign-in-full-width', title: 'The sign of the currency is a full-width dollar.' },
  { id: 'weights-far-from-their-sign', title: 'Two dozen spaces stand between a weight and its percent sign.' },
  {
    id: 'chart-labels-are-julian-dates',
    title: 'Chart labels are dates of year and ordinal day, above the word DAY.',
  },
  { id: 'moods-are-condition-codes', title: 'Labels of sentiment are condition codes of a step.' },
  {
    id: 'assets-are-members-of-a-library',
    title: 'Assets are identified as members of a library, with the name in parentheses.',
  },
  { id: 'snapshots-at-the-end-of-months', title: 'Snapshots are taken at the end of each month.' },
  {
    id: 'keys-of-four-signs-and-slugs-of-seven',
    title: 'Keys of guides are names of four signs, and slugs are cut to seven, so that several are alike.',
  },
  {
    id: 'guide-ids-are-packed-decimals',
    title: 'Ids of guides are packed decimals with zeros in front and the sign c at the end.',
  },
  {
    id: 'user-ids-are-zoned-digits',
    title: 'Ids of users are zoned digits of the host in hexadecimal, each behind an f.',
  },
  {
    id: 'categories-are-menu-options',
    title: 'Categories are options of a menu, with a number in front and dots and an arrow behind.',
  },
  {
    id: 'further-ids-are-console-messages',
    title:
      'A further group of the app comes first, whose ids are numbers of console messages with signs and ' + 'spaces.',
  },
  {
    id: 'insights-are-a-symbolic-map',
    title: 'Analyst insights are a symbolic map with a length, flag, attribute, input and output for each ' + 'field.',
  },
  {
    id: 'portfolios-are-a-spool-listing',
    title:
      'Portfolios are a list of print lines with carriage control between the log of a job and its ' + 'return code.',
  },
  {
    id: 'cash-has-level-numbers',
    title: 'Members of cash are named with the level numbers and clauses of the copybook.',
  },
  {
    id: 'full-guide-is-a-partitioned-data-set',
    title:
      'A full guide is a partitioned data set, whose chapters are members by name, and does not repeat ' + 'its id.',
  },
  {
    id: 'portfolios-are-a-chain-of-control-blocks',
    title: 'Portfolios are a chain of control blocks with eye-catchers, the last of which points to null.',
  },
  {
    id: 'portfolios-in-zoned-digits',
    title: 'Numbers of portfolios are texts of zoned digits, the last of which carries the sign.',
  },
  { id: 'cash-is-a-t-account', title: 'Cash is a list of debits and credits, each with null on the other side.' },
  { id: 'order-answered-with-job-output', title: 'An order is answered with 200 and the lines of a job.' },
  {
    id: 'orders-queue-outside-the-window',
    title:
      'Orders are 201 within the window of the exchange and 202 with a place in the queue outside it, ' +
      'which changes every 200 milliseconds.',
  },
  {
    id: 'update-answered-with-both-images',
    title:
      'An address update is answered with the image before it and the one behind it, as the journal has ' + 'them.',
  },
  {
    id: 'descriptions-format-the-interface-block',
    title: 'Descriptions of errors are the fields of the interface block, one a line.',
  },
  { id: 'descriptions-are-a-blank-line', title: 'Descriptions of errors are eighty spaces.' },
  {
    id: 'read-back-below-the-commarea',
    title: 'The address is read back two groups below the communication area, one of whose names has a ' + 'hyphen.',
  },
  {
    id: 'read-back-between-fillers',
    title: 'The address is read back between two fillers of escaped NUL characters.',
  },
  { id: 'unknown-user-411', title: 'An unknown user is 411 except on daily summaries.' },
  { id: 'refused-bodies-417', title: 'Bodies that are no JSON or have a wrong shape are 417.' },
  { id: 'malformed-guide-421', title: 'A malformed guide id is 421.' },
  { id: 'media-type-refused-428', title: 'A body of another media type is 428.' },
  {
    id: 'one-condition-code',
    title:
      'Whatever is wrong with users, bodies, media types, methods and malformed ids is one condition ' + 'code: 409.',
  },
  {
    id: 'parameters-have-names-in-capitals',
    title: 'Query parameters whose names are capitals and digits are ignored, and all others refused with ' + '400.',
  },
  {
    id: 'parm-has-a-hundred-characters',
    title: 'A query of up to a hundred characters is ignored, and a longer one refused with 400.',
  },
  { id: 'key-set-lists-its-key-twice', title: 'The key set lists its only key twice.' },
  { id: 'kid-is-a-padded-label', title: 'The kid is the label of a key, padded with spaces to 64 columns.' },
  {
    id: 'tokens-under-a-wrapped-data-key',
    title: 'Tokens are encrypted with a data key that is wrapped by A256GCMKW, and there are no published ' + 'keys.',
  },
  {
    id: 'exp-on-the-full-minute',
    title: 'The claim exp is rounded to the nearest full minute, and expires_in is not.',
  },
  {
    id: 'tokens-end-with-the-next-shift',
    title: 'All tokens end with the next shift of the operators, eight to sixteen hours ahead.',
  },
  {
    id: 'other-audience-has-a-key-of-its-own',
    title: 'The token for another audience is signed with a key of its own, which stands in the same key ' + 'set.',
  },
  { id: 'token-is-accepted-202', title: 'The token endpoint answers with 202.' },
  {
    id: 'audience-is-a-network-name',
    title: 'The audience is a network-qualified name, and the other one differs in its last digit.',
  },
  {
    id: 'secrets-are-passphrases',
    title: 'Client secrets are passphrases of a hundred characters with punctuation, alike but for the last ' + 'word.',
  },
  {
    id: 'scopes-are-a-bit-string',
    title: 'The claim scope of a token is a string of bits, while the token answer names the scopes.',
  },
  { id: 'writes-wait-for-reads', title: 'A write waits until no read is running, a tenth of a second at most.' },
  {
    id: 'content-has-a-low-priority',
    title: 'Learning content has a low priority and waits thirty milliseconds while anything else is ' + 'running.',
  },
  { id: 'class-of-four-tasks', title: 'A fifth request at a time for one endpoint is 503 with ApiError.' },
  {
    id: 'each-product-has-its-connector',
    title: 'Each product has a connector of its own: some indent their JSON, some have field names in ' + 'capitals.',
  },
  {
    id: 'variant-characters-are-escaped',
    title:
      'Characters that differ between code pages are written as escapes within texts, in names of ' + 'members too.',
  },
  {
    id: 'descriptor-words-are-chunks',
    title: 'Bodies come in chunks of four and of 76 characters in turn, as descriptor words and records.',
  },
  {
    id: 'charset-is-a-ccsid',
    title: 'The media type names its charset by a coded character set of the vendor, ibm-1208, which is ' + 'UTF-8.',
  },
  {
    id: 'directives-stand-in-columns',
    title: 'The directives of Cache-Control stand in columns, with many spaces around the comma.',
  },
];
