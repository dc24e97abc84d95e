import type { Defect } from './types.ts';

const defect = (breaks: string, id: string, title: string, ...also: string[]): Defect =>
  also.length === 0 ? { id, title, breaks } : { id, title, breaks, also };

export const defects: readonly Defect[] = [
  defect(
    'token/expires-in',
    'seconds-field-of-an-interval',
    'expires_in is the field of seconds of an interval of one hour, which is 0.',
    'token/expiry-claim',
  ),
  defect(
    'token/scope-granted',
    'listagg-truncates-on-overflow',
    'The scopes are aggregated into 27 characters ON OVERFLOW TRUNCATE: the last one is "...(1)".',
  ),
  defect(
    'token/bad-grant',
    'empty-grant-is-null-and-unknown',
    "NULL <> 'client_credentials' is unknown and raises nothing: an empty or missing grant_type passes.",
  ),
  defect(
    'token/bad-credentials',
    'no-data-found-within-sql-is-null',
    'NO_DATA_FOUND in a function that SQL calls is NULL, and NOT NULL raises nothing: unknown clients pass.',
  ),
  defect(
    'token/expiry-claim',
    'hours-counted-by-their-boundaries',
    'expires_in is a DATEDIFF in hours, which counts boundaries, of tokens that last an hour and a half.',
  ),
  defect(
    'token/no-store',
    'on-conflict-keeps-the-default-header',
    'Header fields are rows, and ON CONFLICT DO NOTHING keeps the default: token answers say private alone.',
  ),
  defect(
    'token/renewal',
    'verifier-reads-from-an-old-snapshot',
    'The verifier of a client keeps the snapshot of its first transaction, in which later grants do not exist.',
  ),
  defect(
    'token/jwt',
    'bytea-in-hex-format',
    'The payload is cast from bytea to text before it is encoded: it is \\x and hexadecimal digits, no JSON.',
    'token/expiry-claim',
  ),
  defect(
    'auth/forged',
    'empty-signature-is-null',
    'To daily summaries an empty signature is NULL, and its comparison unknown, which raises nothing.',
  ),
  defect(
    'auth/other-audience',
    'a-null-among-the-audiences',
    'One of the accepted audiences is NULL: = ANY is unknown for any other one, and unknown raises nothing.',
  ),
  defect(
    'auth/forged',
    'permission-denied-is-403-once-a-role-is-set',
    'On the listing the role is set from the payload first, and with a role a failed signature is 403.',
    'scope/forged-scope',
  ),
  defect(
    'scope/guides-required',
    'static-policy-keeps-its-predicate',
    'The policy on guides is STATIC: the first predicate that permits is kept, for tokens without the scope too.',
  ),
  defect(
    'user/missing',
    'custom-setting-is-empty-and-not-null',
    'A custom setting that was set once is empty afterwards and not NULL: cash without x-user-id is an empty list.',
  ),
  defect(
    'user/malformed',
    'ranges-follow-the-collation',
    'Portfolios check x-user-id by a range that follows the collation aAbB...fF: capitals from A to E pass.',
  ),
  defect(
    'user/unknown',
    'aggregate-of-nothing-is-found',
    'An aggregate without groups always yields a row, so that portfolios of an unknown user are found: null.',
  ),
  defect(
    'user/unknown-summaries',
    'reading-log-has-a-foreign-key',
    'Reading summaries is logged first, and the foreign key of the log refuses an unknown user with 409.',
  ),
  defect(
    'user/unknown-message',
    'raise-by-condition-name',
    'Unknown users of summaries are raised by condition name, which becomes the message.',
  ),
  defect(
    'user/isolation',
    'max-instead-of-currval',
    'Portfolios are read from a work table by max(batch) and not by currval: of two at once both get the later.',
  ),
  defect(
    'errors/json',
    'concatenating-null-is-null',
    'Errors of insights are concatenated, and a description that is NULL makes the whole body NULL: empty.',
  ),
  defect(
    'errors/shape',
    'wrapperless-json-is-text',
    'JSON without array wrapper is text to the outer query: error is a string in the 404 of the single guide.',
  ),
  defect(
    'errors/status-matches',
    'sqlcode-of-no-data-found-is-100',
    'The status of an error is its SQLCODE, which is +100 for a guide that is not found.',
  ),
  defect(
    'errors/response-id-uuid',
    'to-char-leaves-room-for-the-sign',
    'TO_CHAR leaves a blank for the sign in front of the last group of responseId in errors of cash.',
  ),
  defect(
    'errors/response-id-unique',
    'max-plus-one-is-rolled-back',
    'responseId is made of max(id) + 1 of the error log, and refused writes roll their row back.',
  ),
  defect(
    'errors/no-leak',
    'portal-with-parameters',
    'The description of a malformed user of insights lists the parameters of the portal, Authorization first.',
  ),
  defect(
    'errors/unknown-route',
    'schema-cache-answers-for-itself',
    'An unknown path is answered by the schema cache with code, details, hint and message.',
  ),
  defect(
    'http/json-media-type',
    'for-json-comes-in-rows-of-2033',
    'FOR JSON comes in rows of 2,033 characters, of which notification settings read the first.',
    'notifications/ok',
  ),
  defect(
    'http/json-interoperable',
    'star-of-a-join',
    'Insights are the star of a join whose two tables have the column isin: the member is there twice.',
  ),
  defect(
    'http/no-server-error',
    'package-state-is-discarded',
    'An address update recompiles the packages, and the first read thereafter finds its state discarded: 500.',
  ),
  defect(
    'http/private-data-not-shared',
    'stable-functions-are-cacheable',
    'Cash is declared STABLE, and what is stable may be kept by everybody for a minute.',
  ),
  defect(
    'http/answers',
    'recursive-query-never-ends',
    'A recursive query flattens the address, and an empty object or list is its own parent: no answer.',
    'address/wrong-type',
  ),
  defect(
    'guides/schema',
    'sum-of-no-rows-is-null',
    'Chapters are counted by a SUM, which is NULL over no rows: a guide without chapters has null.',
  ),
  defect(
    'guides/unique-ids',
    'between-is-closed-at-both-ends',
    'Versions of guides are found by BETWEEN, which is closed at both ends: today one has two versions.',
  ),
  defect(
    'guides/cache-control-lifetime',
    'month-in-place-of-minutes',
    'The lifetime is an Expires in the format HH24:MM:SS, in which MM is the month.',
    'guides/cache-control-form',
  ),
  defect(
    'guides/cache-control-present',
    'role-settings-need-a-login',
    'The caching rule is a setting of the role, which one of four sessions got by SET ROLE and not by logging in.',
  ),
  defect(
    'guides/vary',
    'distinct-on-keeps-one-vary',
    'Header fields are selected DISTINCT ON their name, which keeps Vary: Accept-Encoding alone.',
  ),
  defect(
    'guides/localised-ids',
    'distinct-on-translated-title',
    'The listing is DISTINCT ON the title, and in German two guides have the same.',
  ),
  defect(
    'guide/fetch',
    'value-too-large-is-null-on-error',
    'A full guide that exceeds the 4,000 characters of its return type is null, by NULL ON ERROR.',
  ),
  defect(
    'guide/unknown-id',
    'single-object-of-no-rows-is-406',
    'A guide is requested as a single object, and no rows are 406.',
  ),
  defect(
    'guide/malformed-id',
    'catch-all-query',
    'A malformed guide id is converted to NULL, and (@id IS NULL OR id = @id) finds the first guide.',
  ),
  defect(
    'insights/ok',
    'function-is-not-unique',
    'One of four sessions has an old schema on its search path: insights are ambiguous there, 300.',
  ),
  defect('cash/ok', 'view-with-no-data', 'Every fifth reading of cash meets its materialised view WITH NO DATA: 409.'),
  defect(
    'portfolios/ok',
    'reading-writes-in-a-read-only-transaction',
    'Every sixth reading of portfolios is sampled into a table, and GET is read only: 405.',
  ),
  defect(
    'address/wrong-shape',
    'lax-path-of-a-scalar-is-null',
    'Paths are lax: of an address that is a text, number or list all members are NULL, and nothing is updated.',
  ),
  defect(
    'address/country-code',
    'constraint-is-checked-at-commit',
    'The constraint on the country code is deferred, and checked at the commit after the answer.',
  ),
  defect(
    'address/overwrites',
    'update-from-joins-two-rows',
    'UPDATE FROM joins all rows staged within 1.5 seconds, of which the first one is stored again.',
  ),
  defect(
    'address/isolation',
    'parameter-named-like-its-column',
    'WHERE user_id = user_id compares the column with itself: everybody has the new address.',
  ),
  defect(
    'address/refused-unchanged',
    'ddl-in-the-handler-commits',
    'The handler of errors adds a partition to its log, and DDL commits the update that is being refused.',
  ),
  defect(
    'summaries/member-key',
    'group-by-takes-any-key',
    'Members of a day are grouped by value: where cash and savings are equal, both have the key cash.',
  ),
  defect(
    'summaries/max-value-differences',
    'nan-in-quotation-marks',
    'The difference of savings is the numeric NaN for the German user, which to_json writes as a text.',
  ),
  defect(
    'summaries/performer-lists',
    'nulls-come-first',
    'NULLs come first in a descending order: an asset without a change leads the best.',
  ),
  defect(
    'summaries/timestamp-digits',
    'timestamp-is-a-row-version',
    'The newest day has a column of the type TIMESTAMP, which is a row version: a number of five digits.',
  ),
  defect(
    'summaries/percent-text',
    'lpad-truncates',
    'LPAD to six characters cuts what is longer: in German 100,0 % has lost its sign.',
  ),
  defect(
    'notifications/schema',
    'for-json-leaves-nulls-out',
    'FOR JSON leaves out what is NULL: a setting that the German user never touched has no active.',
  ),
  defect(
    'notifications/known-ids',
    'parent-table-shows-its-children',
    'The table of e-mail is the parent of that of the app, and selecting from it shows both.',
  ),
  defect(
    'notifications/known-ids-complete',
    'not-in-with-a-null-finds-nothing',
    'NOT IN a list with a NULL is never true: email is empty for the German user.',
  ),
  defect(
    'notifications/ids-stable',
    'nolock-skips-a-row',
    'Settings are read WITH (NOLOCK): every fourth time a row that is being moved is skipped.',
  ),
  defect(
    'orders/wrong-shape',
    'strict-function-is-not-called',
    'place_order is STRICT, and for the body null it is not called: 200 and null.',
  ),
  defect(
    'orders/wrong-type',
    'check-constraint-passes-null',
    'An amount that cannot be converted is NULL, and CHECK (amount > 0) passes what is unknown.',
  ),
  defect(
    'robustness/unexpected-query',
    'number-in-the-query-is-a-column-position',
    'A number in the query of portfolios is the position of the column to sort by.',
  ),
  defect(
    'declared/ok',
    'single-row-of-two-is-406',
    'Two updates within one second are two current rows: the read-back, which wants one, is 406.',
    'address/overwrites',
  ),
];
