import type { Variation } from './types.ts';

export const variations: readonly Variation[] = [
  {
    id: 'token-answer-of-a-bot',
    title: 'The token answer has the members of a workspace bot besides, nested, null and boolean ones among them.',
  },
  {
    id: 'token-desk-speaks-as-the-platform',
    title: 'The token endpoint refuses everything with 403 and the sentence of the platform, with code 0.',
  },
  {
    id: 'token-refusals-are-items',
    title: 'The token endpoint refuses everything with 400 and a list of one item of a flow.',
  },
  {
    id: 'secrets-are-personal-access-tokens',
    title: 'Client secrets are personal access tokens, a prefix, a full stop and 64 digits.',
  },
  {
    id: 'clients-are-paths-of-record-ids',
    title: 'Client ids are paths of base, table and record that differ in the last but one character.',
  },
  {
    id: 'audience-is-a-markdown-link',
    title: 'The audience is a link in Markdown with stars, brackets and a quoted title.',
  },
  {
    id: 'scopes-are-linked-records-in-the-token',
    title: 'Tokens carry their scopes as linked records with id and name.',
  },
  { id: 'scopes-are-a-table-in-the-token', title: 'Tokens carry their scopes as rows of a table below a heading.' },
  { id: 'tokens-of-thirty-days', title: 'Tokens live for thirty days.' },
  {
    id: 'keys-carry-notes-for-people',
    title: 'Keys of the set carry notes for people, members with spaces, an object and a null.',
  },
  { id: 'kid-is-a-key-emoji', title: 'The kid is an emoji of a key, a word and a year.' },
  {
    id: 'claims-tell-the-permission-level',
    title: 'Tokens carry workspace, permission level and collaborators, one of whom is null.',
  },
  {
    id: 'base-is-a-webhook-path',
    title: 'The API lives below the path of a webhook, with a UUID and a segment that begins with a colon.',
  },
  {
    id: 'token-path-is-a-credential-callback',
    title: 'The token endpoint is a callback for credentials, with parentheses in its path.',
  },
  {
    id: 'unknown-user-is-not-synced-yet',
    title: 'An unknown user is 425 except on daily summaries, as it may not be synced yet.',
  },
  { id: 'malformed-user-426', title: 'A missing or malformed user is 426.' },
  { id: 'refused-bodies-415', title: 'Bodies of a wrong shape, type or range are 415, as other media types are.' },
  { id: 'malformed-guide-424', title: 'A malformed guide id is 424.' },
  { id: 'query-is-a-paid-feature', title: 'Reads with a query are 402, as filters are part of a larger plan.' },
  { id: 'errors-carry-the-run', title: 'Errors carry the run and the node that failed.' },
  {
    id: 'errors-carry-table-codes',
    title: 'Errors carry the codes of the table interface, and a member errors whose error and status are texts.',
  },
  { id: 'messages-are-markdown', title: 'Messages are Markdown with bold words and a link.' },
  { id: 'descriptions-are-formulas', title: 'Descriptions of errors are formulas that begin with an equals sign.' },
  { id: 'errors-offer-buttons', title: 'Errors offer buttons with labels and styles.' },
  {
    id: 'errors-keep-the-shape-of-items',
    title: 'Errors have the members of an item besides: json, binary, pairedItem and an empty data.',
  },
  { id: 'answers-are-sandboxed', title: 'All answers are sandboxed by a content security policy.' },
  { id: 'answers-name-their-run', title: 'Answers number their run, quote its version and have an empty field.' },
  { id: 'charset-is-spelled-utf8', title: 'The charset of JSON is spelled utf8, without hyphen or space.' },
  {
    id: 'media-type-of-items',
    title: 'Everything is application/vnd.flow.items+json with a profile that holds a semicolon.',
  },
  { id: 'a-chunk-for-each-line', title: 'JSON is indented by four spaces, and each line is a chunk.' },
  { id: 'two-runs-of-a-flow-at-a-time', title: 'Each flow runs twice at a time, and further requests queue.' },
  {
    id: 'reads-wait-for-recalculation',
    title: 'Reads that follow a write wait up to 120 ms until the sheet is recalculated.',
  },
  {
    id: 'rate-limit-of-the-table-interface',
    title: 'Every seventieth request is 429 with Retry-After and the list of errors of the table interface.',
  },
  {
    id: 'answers-tell-what-is-left-of-the-plan',
    title: 'Every object at the top tells how many tasks the plan has left, fewer each time.',
  },
  { id: 'runs-are-created', title: 'Cash, portfolios and insights are 201 with the Location of the run.' },
  {
    id: 'update-says-that-the-flow-was-started',
    title: 'An address update is answered with the sentence that the workflow was started.',
  },
  { id: 'one-guide-more-than-a-page', title: 'There are 101 guides, one more than a page of the table interface.' },
  { id: 'slugs-end-with-the-page-id', title: 'Slugs are the localised title with capitals and the id of a page.' },
  { id: 'titles-begin-with-an-icon', title: 'Titles begin with the icon of the page and a no-break space.' },
  {
    id: 'texts-are-pasted-from-a-word-processor',
    title: 'Texts were pasted from a word processor: curly quotes, no-break and zero-width spaces, a dash.',
  },
  {
    id: 'columns-have-names-for-people',
    title: 'Guides have further columns with names for people, one of them empty.',
  },
  {
    id: 'further-formulas-have-no-value',
    title: 'Guides and days have further formulas without a value, which are objects.',
  },
  {
    id: 'guides-are-linked-to-each-other',
    title: 'Guides are linked to each other by record ids, with lookups named after title and id.',
  },
  { id: 'colours-are-those-of-options', title: 'Background colours are names of colours of options.' },
  { id: 'chart-labels-are-formulas', title: 'Chart labels are formulas as text.' },
  { id: 'labels-are-stars', title: 'Labels of sentiment are five stars, some of them filled.' },
  { id: 'amounts-tell-their-goal', title: 'Amounts tell the goal behind them, with an emoji.' },
  { id: 'weights-have-a-bar-beside', title: 'Weights have a bar of blocks in front of the percentage.' },
  { id: 'amounts-with-the-rial-sign', title: 'The sign of the currency is that of the rial, behind the amount.' },
  { id: 'categories-begin-with-an-emoji', title: 'Categories begin with an emoji.' },
  {
    id: 'groups-carry-their-stack',
    title: 'Groups carry the stack in which a board shows them, and an order with a fraction.',
  },
  { id: 'cash-in-records', title: 'Cash is a list of records with id and fields, and an offset of null.' },
  { id: 'portfolios-as-items', title: 'Portfolios are a list of items of a flow with json, pairedItem and binary.' },
  { id: 'insights-as-blocks', title: 'Analyst insights are blocks of rich text.' },
  { id: 'portfolios-as-a-range-of-cells', title: 'Portfolios are a range of cells with a heading and an empty row.' },
  { id: 'full-guide-is-a-page-of-blocks', title: 'A full guide is a page of blocks without the id.' },
  {
    id: 'update-answered-with-updated-cells',
    title: 'An address update is answered with the range and the count of cells.',
  },
  {
    id: 'order-answered-with-a-form-receipt',
    title: 'An order is answered with the receipt of a form, questions and answers.',
  },
  {
    id: 'read-back-is-a-record',
    title: 'The address is read back within a record, below a name with spaces and parentheses.',
  },
  {
    id: 'objects-carry-their-row',
    title: 'Guides and groups carry the number and the id of their row, and who changed them.',
  },
];
