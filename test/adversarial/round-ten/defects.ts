import type { Defect } from './types.ts';

type Row = readonly [id: string, breaks: string, title: string, also?: readonly string[]];

const rows: readonly Row[] = [
  [
    'clock-times-subtracted',
    'token/expiry-claim',
    'expires_in is the difference of two times of day written as HHMMSS, thus 10000 for an hour',
  ],
  [
    'scope-colon-escaped',
    'token/scope-granted',
    'The template of the token answer escapes the colon of service:nbg as HTML wants it',
  ],
  ['token-in-mime-lines', 'token/jwt', 'The token comes out of a MIME encoder, in lines of 76 characters'],
  ['no-store-for-browsers', 'token/no-store', 'Token answers forbid storing only to what calls itself Mozilla'],
  [
    'row-of-the-call-before',
    'token/bad-credentials',
    'A query that finds no client leaves the row of the call before, whose secret is then right',
  ],
  [
    'password-grant-for-clients',
    'token/bad-grant',
    'The grant password takes the client itself for the user that is missing',
  ],
  [
    'members-by-pattern',
    'token/malformed-body',
    'What cannot be parsed as a token request is searched for its members by a pattern',
  ],
  [
    'no-row-no-content',
    'token/refusal-status',
    'The procedure yields no row when a credential is missing, and no row is 204',
  ],
  [
    'session-of-the-address',
    'auth/missing',
    'Who reads without a token has the session that was last used from his address',
  ],
  ['scheme-begins-with', 'auth/malformed', 'Every scheme that begins with Bearer will do, such as BearerX'],
  ['wrapped-token', 'auth/malformed', 'Line folding is undone in Authorization, so that a token may hold spaces'],
  [
    'one-lenient-verifier',
    'auth/forged',
    'One of four verifiers in the pool has the settings of the developers and overlooks signatures',
    ['scope/forged-scope'],
  ],
  [
    'refusal-is-activity',
    'auth/expired',
    'Refusing an expired token counts as activity of its session, which thereby goes on',
  ],
  ['audience-for-writes-only', 'auth/other-audience', 'The audience of a token is compared for writes only'],
  [
    'challenge-until-known',
    'auth/challenge',
    'A 401 has no challenge for an address from which somebody has logged on',
  ],
  [
    'refused-touch',
    'auth/before-effects',
    'An address update without a good token saves the row by an old mapping that has no second line',
  ],
  [
    'guards-at-the-opening',
    'scope/guides-required',
    'Scopes are asked when a session is opened, and not again when it comes to the guides',
  ],
  [
    'one-module-at-a-time',
    'scope/guides-sufficient',
    'A session that read the notification settings has to leave that module, and the first listing is 403',
  ],
  [
    'partition-of-one',
    'user/unknown',
    'A partition of the users that holds one row is not searched: cash and portfolios of unknown users are that one’s',
  ],
  [
    'second-shard',
    'user/unknown-summaries',
    'Users whose id begins with 8 or above are in a second shard, which says 404 for daily summaries',
  ],
  [
    'message-area-lags',
    'user/unknown-message',
    'The message of a refusal is that of the refusal before, as the area is filled too late',
  ],
  [
    'row-left-in-the-cursor',
    'user/isolation',
    'The last row of a cursor of portfolios is the first one of another user who opens it next',
  ],
  [
    'row-number-moves',
    'user/isolation',
    'Notification settings hold the row number of the user, and the rows move with each use',
  ],
  ['parameters-after-the-id', 'user/malformed', 'x-user-id may have parameters after a semicolon'],
  [
    'goes-on-after-a-refusal',
    'errors/json',
    'The controller goes on after the refusal of a malformed user, and both bodies are written',
  ],
  ['errors-in-xml', 'errors/json', 'Errors are XML unless Accept names JSON'],
  [
    'description-is-the-value',
    'errors/shape',
    'The description of an address at fault is the wrong value itself, also where that is an object',
  ],
  [
    'dash-between-digits',
    'errors/response-id-uuid',
    'A typographic filter makes each hyphen between digits of responseId a dash',
  ],
  [
    'error-stack-of-the-database',
    'errors/no-leak',
    'The description of errors is the error stack of the database with unit and line',
  ],
  [
    'worst-of-the-session',
    'errors/status-matches',
    'The status within an error is the highest that the session has had',
  ],
  ['message-shown-once', 'errors/message-text', 'A message that was shown in a session is blank the next time'],
  ['apostrophes-escaped', 'http/json-media-type', 'Apostrophes in analyst insights are escaped by backslashes'],
  ['decimal-comma', 'http/json-media-type', 'Numbers of cash have a decimal comma in German'],
  [
    'clob-of-4000',
    'http/json-media-type',
    'Full guides pass a column of 4,000 characters, and the longer ones are cut',
    ['guide/fetch'],
  ],
  [
    'apostrophe-ends-the-literal',
    'http/no-server-error',
    'An apostrophe within an address ends the literal of the statement: 500',
  ],
  [
    'country-without-a-branch',
    'http/no-server-error',
    'A country without a branch violates the foreign key of addresses: 500',
  ],
  [
    'session-opens-public',
    'http/private-data-not-shared',
    'The session module says public when a user opens an area of private data for the first time',
  ],
  [
    'size-left-in-the-address',
    'guides/schema',
    'The icon of the ninth guide still has {width} and {height} in its address',
  ],
  [
    'no-store-after-an-update',
    'guides/cache-control-lifetime',
    'After an address update the controller forbids storing whatever that user reads, the listing included',
  ],
  [
    'max-age-with-spaces',
    'guides/cache-control-present',
    'The listing is sent with max-age = 1800, with spaces around the equals sign',
  ],
  ['default-language-does-not-vary', 'guides/vary', 'The listing in the default language says nothing about varying'],
  [
    'joined-scan',
    'guides/order-stable',
    'A scan of the guides joins one under way and reads last what it missed at first',
  ],
  [
    'id-up-to-punctuation',
    'guide/malformed-id',
    'A guide id is read up to the first punctuation, for the sake of .json and ;jsessionid',
  ],
  ['batch-after-an-update', 'cash/ok', 'An address update starts a batch, during which the cash of that user is 423'],
  ['address-at-any-depth', 'address/wrong-shape', 'The address is looked for at any depth of the body, lists included'],
  ['country-is-trimmed', 'address/country-code', 'Country codes are trimmed before they are checked'],
  [
    'type-of-the-session',
    'address/content-type',
    'A body without Content-Type has that of the last one in the session',
  ],
  [
    'update-binds-otherwise',
    'address/overwrites',
    'The first address of a user is inserted, later ones are updates that bind line2 and city the other way round',
  ],
  [
    'fault-resets-the-column',
    'address/refused-unchanged',
    'The column whose value is refused is reset to its default, an empty text',
  ],
  [
    'asset-outer-joined',
    'summaries/schema',
    'The outer join with the assets leaves null for one that was delisted, on the third day',
  ],
  [
    'key-of-the-loop-end',
    'summaries/member-key',
    'On the newest day the key of every member is that with which the loop ended, total',
  ],
  ['greatest-of-nothing', 'summaries/max-value-differences', 'The greatest of no differences of savings is false'],
  [
    'direction-of-the-day-before',
    'summaries/performer-direction',
    'A performer that fell the day before keeps its downBy beside upBy',
  ],
  [
    'date-in-decimal',
    'summaries/timestamp-digits',
    'The timestamp of a day from the archive is a date and time in decimal, of 14 digits',
  ],
  [
    'euro-is-a-question-mark',
    'summaries/currency-text',
    'The euro sign is not in the code page and becomes a question mark',
  ],
  [
    'consent-loaded-late',
    'summaries/forbidden',
    'The denial of a user is loaded at the first request, and known from the second on',
  ],
  ['rollup-group', 'notifications/schema', 'The grouping yields a further row of all e-mail, whose category is null'],
  [
    'once-for-each-device',
    'notifications/known-ids',
    'The join with the devices lists the notifications of the app twice for a user with two',
  ],
  ['minus-one-is-the-most', 'orders/amount-bounds', 'An amount of -1 means as much as possible'],
  ['media-rule-on-accept', 'orders/content-type', 'The rule on the media type of an order looks at Accept'],
];

export const defects: readonly Defect[] = rows.map(([id, breaks, title, also]) => ({
  id,
  title: `${title}.`,
  breaks,
  ...(also ? { also } : {}),
}));
