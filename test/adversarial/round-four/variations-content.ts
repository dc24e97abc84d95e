import type { Variation } from './target.ts';

const of = (id: string, title: string, why: string): Variation => ({ id, title, why });

/** Variations of HTTP, errors and what is served. */
export const contentVariations: readonly Variation[] = [
  of(
    'a-connection-serves-twenty-requests',
    'A connection is closed after its twentieth answer, which says so',
    'RFC 9112 section 9.6: the close option ends a connection after the answer.',
  ),
  of(
    'chunks-carry-extensions',
    'Chunks carry extensions, one of them a quoted string with an escape',
    'RFC 9112 section 7.1.1: a recipient must ignore chunk extensions that it does not know.',
  ),
  of(
    'an-upgrade-is-offered',
    'Each answer offers an upgrade to WebSocket',
    'RFC 9110 section 7.8: a server may send Upgrade in any answer to tell what it could do.',
  ),
  of(
    'answers-have-large-headers',
    'Each answer carries over six kilobytes of header fields',
    'RFC 9110 section 5.4 sets no limit; the bounds of the reading are those of requests.',
  ),
  of(
    'retry-after-is-a-date',
    'Every seventieth request is 429 with a Retry-After that is a date',
    'RFC 9110 section 10.2.3: a date or seconds; load shedding is never a failure.',
  ),
  of(
    'seven-requests-at-a-time',
    'An eighth request at a time is 429',
    'Rate limits are not shown, and load shedding is retried politely.',
  ),
  of(
    'private-for-one-field',
    'Cache-Control is private for two fields only, in the form with a quoted list',
    'RFC 9111 section 5.2.2.7 defines the qualified form; max-age is 1800 and Vary names x-user-id.',
  ),
  of(
    'listing-for-shared-caches',
    'The listing is public, with s-maxage and max-age of 1800',
    'Both lifetimes are the stated one, and guides are not in http/private-data-not-shared.',
  ),
  of(
    'listing-has-a-last-modified',
    'The listing has a Last-Modified and answers 304 to If-Modified-Since',
    'RFC 9110 section 13.1.3; without the condition the answer is 200.',
  ),
  of(
    'refusals-may-be-kept-for-seconds',
    'Refusals are private, max-age=5',
    'guides/cache-control-errors: not cacheable for 30 minutes.',
  ),
  of(
    'messages-with-difficult-characters',
    'Messages hold an emoji, quotation marks, a backslash, a line break, a tag and U+2028',
    'error.message is a string, and RFC 8259 section 7 escapes or allows them all.',
  ),
  of(
    'response-ids-of-version-one',
    'Response ids are UUIDs of version 1 that differ in their first characters only',
    'errors/response-id-uuid: RFC 9562 text form.',
  ),
  of(
    'numbers-with-exponents',
    'All numbers are written with exponents',
    'RFC 8259 section 6; reading, Encoding: 5.0 is an integer, and so is 5e+0.',
  ),
  of(
    'bodies-padded-at-random',
    'Each body is padded with a member of random length',
    'Further members are not excluded, and user/isolation masks what varies for one user.',
  ),
  of(
    'texts-in-decomposed-unicode',
    'Texts of the listing are in decomposed Unicode',
    'RFC 8259 asks for UTF-8 and for no normalisation form.',
  ),
  of(
    'slugs-are-localised',
    'Slugs are localised, with letters beyond ASCII',
    'slug is a string; guides/localised-ids is about ids.',
  ),
  of(
    'colours-in-other-notations',
    'Colours are written by name, as HSL, as a gradient or left empty',
    'backgroundColor is a colour value as a string, and guides/colour is observed.',
  ),
  of(
    'guides-without-chapters',
    'Some guides have no chapters yet',
    'chapterCount is an integer, and guides/chapter-count asks only that it is not negative.',
  ),
  of('full-guides-are-large', 'Full guides are hundreds of kilobytes long', 'No size is stated for answers.'),
  of(
    'insights-are-the-same-for-all',
    'Analyst insights are the same for all users',
    'The shape is observed; user/isolation does not judge an endpoint where nothing differs.',
  ),
  of(
    'lists-without-an-object-around',
    'Cash and analyst insights are arrays at the top',
    'The shapes of both are not shown; any JSON will do.',
  ),
  of(
    'positions-in-any-order',
    'The positions of a portfolio come in another order each time',
    'The shape of portfolios is not shown; user/isolation masks what varies for one user.',
  ),
  of(
    'assets-named-in-several-ways',
    'Asset ids are an ISIN, a pair with a slash, a URN, text with a rupee sign or a digit',
    'assetId is an asset identifier, and a string.',
  ),
  of(
    'first-user-reads-basque',
    'The first user has numbers in Basque form, with the percent sign before them',
    'summaries/percent-text: a digit and a percent sign, in no stated order.',
  ),
  of(
    'digits-beyond-the-first-plane',
    'The second user reads amounts in Adlam digits, which lie beyond the first plane of Unicode',
    'summaries/currency-text: a digit is \\p{Nd}, and FG are letters.',
  ),
  of(
    'snapshots-of-long-ago',
    'The newest snapshot is over twenty years old',
    'summaries/timestamp-digits: 13 digits, not in the future.',
  ),
  of(
    'labels-in-the-language-of-the-user',
    'Sentiment labels are in the language of the user',
    'The full set of label values is not shown.',
  ),
  of(
    'scores-between-minus-one-and-one',
    'Sentiment scores are decimals between minus one and one',
    'score is a number, and no range is stated.',
  ),
  of(
    'a-portfolio-with-a-pension',
    'A portfolio has a fifth member of another form, and the differences one that is text',
    'Further members are not excluded, and the named ones are as stated.',
  ),
  of(
    'two-categories-of-one-name',
    'A further category bears the name of Offers and is a group of its own',
    'notifications/grouping is about known ids, and category is localised text.',
  ),
  of(
    'a-category-without-notifications',
    'A category holds no notifications',
    'notifications is an array, which may be empty.',
  ),
  of(
    'a-new-id-in-both-channels',
    'A further id stands in both channels',
    'notifications/known-ids is about ids that the specification knows; new ones are observed.',
  ),
];
