import type { Variation } from './shape.ts';

export const contentVariations: readonly Variation[] = [
  {
    id: 'guides-300',
    title: 'The listing holds 300 guides',
    why: 'Pagination and sizes are not shown.',
  },
  {
    id: 'guides-two',
    title: 'The listing holds two guides',
    why: 'Sizes are not shown, and two elements have an order.',
  },
  {
    id: 'conditional-guides',
    title: 'The listing carries an ETag and answers 304 to whoever has it',
    why: 'RFC 9110 section 13.1.2; without If-None-Match the answer is 200.',
  },
  {
    id: 'age-from-private-cache',
    title: 'The listing comes from a cache of the user, with its Age and its first Date',
    why: 'RFC 9111 sections 4.2.3 and 5.1; the freshness lifetime is 1,800 seconds throughout.',
  },
  {
    id: 'cache-directives-extended',
    title: 'Cache-Control has capitals, spaces, and an extension with commas in quotation marks',
    why: 'Directive names are case-insensitive, and unknown directives are ignored (RFC 9111 section 5.2).',
  },
  {
    id: 'cache-control-two-lines',
    title: 'Cache-Control is sent as two header lines',
    why: 'A list-valued field may be sent in several lines (RFC 9110 section 5.3).',
  },
  {
    id: 'vary-star',
    title: 'The listing varies by everything',
    why: 'guides/vary: by x-user-id or `*`.',
  },
  {
    id: 'edited-once',
    title: 'An editor changes one title after twenty listings',
    why: 'READING, Stability: content may change once while a run lasts.',
  },
  {
    id: 'optional-members-absent',
    title: 'Guides have neither colours nor images',
    why: 'guides/schema: those members are judged if present.',
  },
  {
    id: 'guide-path-without-learn',
    title: 'Guides are fetched from /learning-guides/{id}',
    why: 'The specification shows the path without its prefix, and guide/fetch tries both.',
  },
  {
    id: 'portfolios-204',
    title: 'Portfolios are 204 without content',
    why: 'portfolios/ok: 2xx, JSON where there is content.',
  },
  {
    id: 'address-204',
    title: 'An address update is answered 204 without content',
    why: 'Its status code and body are not shown.',
  },
  {
    id: 'strict-bodies',
    title: 'Bodies with unknown members or nulls are refused',
    why: 'address/coercion is observe, and no further members are stated.',
  },
  {
    id: 'lenient-bodies',
    title: 'Scalars of other types, nulls, missing members and amounts as numeric text are accepted',
    why: 'address/coercion is observe; orders/wrong-type names a text that is no number.',
  },
  {
    id: 'omitted-line2-survives',
    title: 'A line2 that an update leaves out stays',
    why: 'address/overwrites: whether an omitted line2 survives is observed.',
  },
  {
    id: 'query-refused',
    title: 'Unexpected query parameters are refused',
    why: 'robustness/unexpected-query: answered as without them, or refused.',
  },
  {
    id: 'arabic-digits',
    title: 'The second user reads Arabic, with Arabic digits, percent sign and currency',
    why: 'summaries/currency-text and percent-text: a digit (\\p{Nd}) and a sign of any script.',
  },
  {
    id: 'prices-move',
    title: 'Prices are others in each answer',
    why: 'user/isolation masks what varies for one user, and the specification promises no constant values.',
  },
  {
    id: 'further-notifications',
    title: 'There are more notifications and categories, in another order',
    why: 'notifications/new-ids is observe, and no order is stated.',
  },
];
