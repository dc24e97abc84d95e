import type { Variation } from './variations.ts';

/** Variations of the single areas. */
export const variationsOfContent: readonly Variation[] = [
  {
    id: 'accounts-in-bitcoin',
    title: 'Accounts are kept in bitcoin, with eight decimals',
    why: 'summaries/currency-text: a digit and a currency sign or letter.',
  },
  {
    id: 'amounts-full-width',
    title: 'Amounts and weights are written in full-width digits and signs',
    why: 'Full-width digits are of the class Nd, and the percent sign may be of any script.',
  },
  {
    id: 'images-of-other-schemes',
    title: 'Images are addressed by URN',
    why: 'guides/schema: URIs with a scheme (RFC 8141).',
  },
  {
    id: 'slugs-are-paths',
    title: 'Slugs are paths with slashes and dots',
    why: 'slug is a string whose form is not shown.',
  },
  {
    id: 'four-hundred-performers',
    title: 'There are four hundred performers a day',
    why: 'performers.all is an array without a stated length.',
  },
  {
    id: 'performers-gain-in-per-cent',
    title: 'Gains and losses of performers are percentages',
    why: 'upBy and downBy of performers are strings whose form is not stated.',
  },
  {
    id: 'best-of-the-whole-market',
    title: 'The best and worst performers come from the whole market and are not among all',
    why: 'Nothing says that best and worst are parts of all; best carries upBy and worst downBy.',
  },
  {
    id: 'total-in-another-currency',
    title: 'The total is converted into another currency',
    why: 'summaries/total-adds-up is observe.',
  },
  {
    id: 'losing-days-have-negative-gains',
    title: 'On losing days upBy of holdings and total is a negative amount',
    why: 'upBy of the portfolio is currency-formatted text, always there.',
  },
  {
    id: 'newest-snapshot-is-now',
    title: 'The newest snapshot is made with each answer',
    why: 'timestamp is the moment of the snapshot, and is not in the future.',
  },
  {
    id: 'nothing-is-minus-zero',
    title: 'Values of nothing are written -0',
    why: 'RFC 8259 section 6: -0 is a number.',
  },
  {
    id: 'differences-are-negative',
    title: 'The largest differences are losses and negative',
    why: 'maxValueDifferences has numeric members without a stated sign.',
  },
  {
    id: 'two-groups-of-one-name',
    title: 'Two groups of one channel bear the same localised name',
    why: 'Category names are localised and need not differ; notifications/grouping judges which ids stand together.',
  },
  {
    id: 'notifications-without-description',
    title: 'Descriptions of notifications are empty text',
    why: 'description is a string.',
  },
  {
    id: 'flags-flip-by-the-hour',
    title: 'The flags of a user change with each answer',
    why: 'active is a boolean, and transitions are not shown.',
  },
  {
    id: 'cdn-told-another-lifetime',
    title: 'CDN-Cache-Control tells the cache of the operator not to store the listing',
    why: 'RFC 9213: targeted fields concern their target only, and Cache-Control is as stated.',
  },
  {
    id: 'guides-in-one-language',
    title: 'Full guides exist in English only',
    why: 'Only the texts of the listing are said to be localised.',
  },
  {
    id: 'full-guides-without-id',
    title: 'Full guides consist of blocks and do not repeat their id',
    why: 'The shape of the full guide is not shown; guide/fetch asks for an object that differs from others.',
  },
  {
    id: 'insights-are-one-text',
    title: 'Analyst insights are one JSON string',
    why: 'The shape is not shown; RFC 8259 allows any value at the top.',
  },
  {
    id: 'one-model-portfolio',
    title: 'All users hold the same model portfolio',
    why: 'user/isolation: an endpoint without a difference is not judged.',
  },
  {
    id: 'members-named-in-the-language',
    title: 'Members of a portfolio are named in the language of the user',
    why: 'The shape of portfolios is not shown, and names are any strings.',
  },
  {
    id: 'update-resets-the-form',
    title: 'An address update is a 205 without content',
    why: 'address/accepted: 2xx, status and body are observed; RFC 9110 section 15.3.6.',
  },
  {
    id: 'no-change-has-no-content',
    title: 'An update that changes nothing is a 204, another one a 200',
    why: 'address/repeatable: accepted twice; status is observed.',
  },
  {
    id: 'addresses-are-a-history',
    title: 'The read-back lists former addresses, the newest first',
    why: 'The pointer of the read-back leads to the newest.',
  },
  {
    id: 'an-order-is-its-fills',
    title: 'An order is answered with an array of its fills',
    why: 'orders/accepted: status and shape are observed.',
  },
  {
    id: 'second-client-may-nothing',
    title: 'The second client is refused with 403 everywhere',
    why: 'Scopes of other endpoints are not shown; scope/others is observe.',
  },
  {
    id: 'user-preconditions',
    title: 'A missing user id is 428, a malformed one 412',
    why: 'user/missing and user/malformed ask for a refusal, which is any 4xx.',
  },
  {
    id: 'unknown-user-by-endpoint',
    title: 'An unknown user is 400, 401, 403, 404 or 422, depending on the endpoint',
    why: 'user/unknown-status is observe; on daily-summaries it stays 401.',
  },
  {
    id: 'warming-up',
    title: 'The first three requests after the start are 503 with Retry-After',
    why: 'READING, Load shedding: 503 is retried politely and is never a failure.',
  },
  {
    id: 'unknown-methods-in-plain-text',
    title: 'Methods that nobody knows are 400 in plain text',
    why: 'errors/method: 4xx; the error monitors do not judge its exchanges.',
  },
  {
    id: 'refusals-of-unregistered-codes',
    title: 'Refused bodies and ids are 460',
    why: 'RFC 9110 section 15: an unknown code is treated as the x00 of its class; a refusal is a 4xx.',
  },
  {
    id: 'errors-in-the-language',
    title: 'Messages of errors are in the language of the user, who is known',
    why: 'error.message is human-readable text; that about an unknown user stays as shown.',
  },
  {
    id: 'member-names-in-escapes',
    title: 'Names of members are written in Unicode escapes',
    why: 'RFC 8259 sections 7 and 8.3: an escaped name equals the plain one.',
  },
  {
    id: 'media-type-with-an-empty-parameter',
    title: 'Media types end with a semicolon',
    why: 'RFC 9110 section 5.6.6: a parameter after a semicolon may be absent.',
  },
  {
    id: 'base-with-unusual-letters',
    title: 'The base address has escapes, a semicolon, an equals sign and an at sign in its path',
    why: 'RFC 3986 section 3.3: all of them are characters of a path; base_url is given for each environment.',
  },
];
