import { type Defect, defect } from './defect.ts';
import { identityDefects } from './identity-defects.ts';

export type { Defect } from './defect.ts';

const errorDefects: readonly Defect[] = [
  defect(
    'error-cut-to-column',
    'errors/json',
    'Errors of orders pass a column of 320 characters',
    'An order that is no object is answered with JSON that breaks off.',
  ),
  defect(
    'response-id-as-extended-json',
    'errors/shape',
    'responseId of orders is written as the database writes a UUID',
    'responseId is an object with the member $uuid.',
  ),
  defect(
    'status-of-grpc',
    'errors/status-matches',
    'Errors of portfolios carry the status code of gRPC',
    'A 401 of portfolios has the status 16.',
  ),
  defect(
    'response-id-with-line-feed',
    'errors/response-id-uuid',
    'responseId of insights is read from the kernel together with its line feed',
    'responseId ends with a line feed.',
  ),
  defect(
    'two-workers-one-seed',
    'errors/response-id-unique',
    'Two workers draw response ids from generators of one seed',
    'Each responseId comes twice.',
  ),
  defect(
    'curl-line-in-error',
    'errors/no-leak',
    'Errors of daily summaries tell the command that reproduces them, token and all',
    'The description holds the Authorization header.',
  ),
  defect(
    'kong-no-route',
    'errors/unknown-route',
    'An unknown path is answered by the gateway product with a message alone',
    'An unknown path is 404 without error and responseId.',
  ),
];

const httpDefects: readonly Defect[] = [
  defect(
    'raw-line-break-in-label',
    'http/json-media-type',
    'Summaries are written by a template that does not escape line breaks',
    'The text of chartLabel holds a raw line feed, which JSON forbids.',
  ),
  defect(
    'emoji-in-modified-utf8',
    'http/json-media-type',
    'The listing is written in the modified UTF-8 of Java, an emoji as two surrogates',
    'The listing is no valid UTF-8.',
  ),
  defect(
    'decimals-of-thirty-digits',
    'http/json-interoperable',
    'Shares of cash are decimals of thirty digits',
    'Cash holds 0.333333333333333333333333333333.',
  ),
  defect(
    'query-forwarded-decoded',
    'http/no-server-error',
    'The query of insights is forwarded decoded, and a space is no part of a target',
    'A query with %20 is answered 500.',
  ),
  defect(
    'user-id-unescaped-in-upstream-path',
    'http/no-server-error',
    'The user is looked up before the id is checked, by a path that holds it as it came',
    'A user id with a space inside is answered 500.',
  ),
  defect(
    'disallowed-alg-unhandled',
    'http/no-server-error',
    'The library has an error of its own for an algorithm that is not allowed, which nobody catches',
    'A token with alg none is answered 500.',
  ),
  defect(
    'in-operator-on-scalar-body',
    'http/no-server-error',
    'The members of an order are looked for by the operator in, which throws for what is no object',
    'An order that is a number is answered 500.',
  ),
  defect(
    'upstream-socket-dies-unretried',
    'http/no-server-error',
    'The trading service closes each connection at its twentieth request, and the gateway does not try again',
    'Now and then cash is answered 502.',
  ),
  defect(
    'jku-awaited',
    'http/answers',
    'The gateway waits without limit for the key set that a token names',
    'A forged token with jku is never answered.',
  ),
];

const learnDefects: readonly Defect[] = [
  defect(
    'rich-text-description',
    'guides/schema',
    'A description with formatting is a list of blocks, as the editor has it',
    'The description of the seventh guide is an array.',
  ),
  defect(
    'chapter-count-as-long',
    'guides/schema',
    'A 64-bit count is written as its two halves',
    'chapterCount of the last guide is an object with low and high.',
  ),
  defect(
    'lifetime-of-second-language',
    'guides/cache-control-lifetime',
    'The listing in Arabic has a lifetime of its own',
    'The second user is told max-age=600.',
  ),
  defect(
    'guides-oldest-version-without-accept',
    'guides/accept',
    'Who names no media type gets the oldest version of the listing',
    'Without Accept the listing is in guides instead of data.',
    'guides/ok',
  ),
  defect(
    'locale-kept-per-upstream-socket',
    'guides/localised',
    'The learning service keeps the language of the first request of each connection from the gateway',
    'The second user gets all texts in the language of the first.',
  ),
  defect(
    'drafts-shown-in-translation',
    'guides/localised-ids',
    'Only the listing in the original language leaves drafts out',
    'The listing in Arabic has a guide more.',
  ),
  defect(
    'guide-joined-by-key',
    'guide/fetch',
    'Full guides are joined by key, which two of them share',
    'Two ids yield the same body.',
  ),
  defect(
    'malformed-guide-id-300',
    'guide/malformed-id',
    'What is no guide id is answered with a choice of similar guides',
    'A malformed id is answered 300 with a list.',
  ),
  defect(
    'unknown-guide-redirects',
    'guide/unknown-id',
    'The id of no guide redirects to the listing',
    'An unknown id is answered 302.',
  ),
];

const accountDefects: readonly Defect[] = [
  defect(
    'upstream-304-passed-through',
    'summaries/ok',
    'The gateway asks the service with the entity tag that it keeps, and passes the 304 on',
    'Every second answer is a 304 that nobody asked for.',
  ),
  defect(
    'american-spelling',
    'summaries/schema',
    'The interest of savings is spelled unrealizedMonthlyInterest',
    'savings has no unrealisedMonthlyInterest.',
  ),
  defect(
    'key-padded-by-column',
    'summaries/member-key',
    'Keys come out of a column of eight characters, padded with spaces',
    'The key of cash is the word and four spaces.',
  ),
  defect(
    'consent-remembered-by-token',
    'summaries/forbidden',
    'That the summaries may be seen is remembered for the token instead of the user',
    'After somebody else’s summaries, those of the denied user are served.',
  ),
  defect(
    'active-as-since-date',
    'notifications/schema',
    'An active notification tells since when',
    'active is a date as text or false.',
  ),
  defect(
    'groups-cut-in-threes',
    'notifications/grouping',
    'Groups are cut into cards of three',
    'Market insights stand in two groups.',
  ),
  defect(
    'unquoted-names-accepted',
    'address/malformed-json',
    'Names of members need no quotation marks',
    'The body {address: {"city": "x"}} is accepted.',
  ),
  defect(
    'true-confirms-address',
    'address/wrong-shape',
    'The address true confirms the one that is stored',
    'The body {"address": true} is accepted.',
  ),
  defect(
    'postal-code-in-two-columns',
    'address/overwrites',
    'Postal codes that are numbers and texts have a column each, and the text goes first',
    'After a text, a number is accepted and not stored.',
  ),
  defect(
    'deleted-before-insert',
    'address/refused-unchanged',
    'The stored address is deleted before the new one meets the constraint on the country code',
    'After a refused country code the address is gone.',
  ),
  defect(
    'isin-letters-from-one',
    'orders/accepted',
    'The check digit of an ISIN is computed with A as 1 instead of 10',
    'A valid ISIN is refused with 400.',
  ),
  defect(
    'negative-amount-sells',
    'orders/amount-bounds',
    'A negative amount makes a sale of a purchase',
    'A negative amount is answered 201.',
  ),
  defect(
    'first-number-in-query-is-limit',
    'robustness/unexpected-query',
    'The first number in the query, whatever its name, limits the summaries',
    'With ?x=1 there is one summary.',
  ),
];

export const defects: readonly Defect[] = [
  ...identityDefects,
  ...errorDefects,
  ...httpDefects,
  ...learnDefects,
  ...accountDefects,
];
