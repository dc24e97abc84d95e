import type { Defect } from './types.ts';

function defect(id: string, breaks: string, also: readonly string[], title: string): Defect {
  return also.length > 0 ? { id, title, breaks, also } : { id, title, breaks };
}

export const defects: readonly Defect[] = [
  defect(
    'expiry-less-issue-is-a-share-of-a-day',
    'token/expires-in',
    [],
    'The token answer subtracts two cells of a spreadsheet, where a difference of moments is a share of a day: ' +
      'expires_in is 0.0417.',
  ),
  defect(
    'links-are-answered-by-record-id',
    'token/scope-granted',
    [],
    'The scopes of a client are linked records, which the table interface answers by record id, and so does the ' +
      'token answer.',
  ),
  defect(
    'scopes-roll-up-over-the-tenant',
    'token/scope-withheld',
    [],
    'The scope of the token answer is a rollup over all clients that are linked to the same tenant.',
  ),
  defect(
    'failed-node-passes-its-item-on',
    'token/bad-credentials',
    ['token/refusal-status'],
    'The node that compares the secret continues on failure and passes its item on with an error beside the ' +
      'token.',
  ),
  defect(
    'typecast-creates-the-option',
    'token/bad-grant',
    ['token/refusal-status'],
    'The grant type is written to a single select with typecast, which creates the option that it lacks, and ' +
      'then it is one of the options.',
  ),
  defect(
    'pinned-data-stand-in-for-missing-input',
    'token/missing-fields',
    ['token/refusal-status'],
    'A token request without client_id or client_secret ends at a node with pinned data, a token from the ' + 'editor.',
  ),
  defect(
    'duplicates-of-earlier-runs-are-removed',
    'token/renewal',
    ['token/issued'],
    'A node removes what earlier runs have seen already: from the second grant of a client on the answer is an ' +
      'empty object.',
  ),
  defect(
    'no-response-node-on-that-branch',
    'token/refusal-status',
    [],
    'The branch of other grant types has no response node, and the platform says 200, Workflow was started.',
  ),
  defect(
    'connector-adds-its-own-credential',
    'auth/missing',
    [],
    'The connector of analyst insights adds the credential that is saved in it to a request without ' +
      'Authorization.',
  ),
  defect(
    'lookup-of-nothing-outputs-an-empty-item',
    'auth/forged',
    [],
    'Portfolios look the key up by alg in a table; no row is an empty item, and without a key the library takes ' +
      'tokens that are unsigned.',
  ),
  defect(
    'now-is-recalculated-on-edit',
    'auth/expired',
    [],
    'The clock of cash is a cell with NOW(), which is recalculated when somebody edits the sheet, last two days ' +
      'ago.',
  ),
  defect(
    'linked-records-are-compared-by-name',
    'auth/other-audience',
    [],
    'The audience is a linked record and compared by its name, which two interfaces of the house share.',
  ),
  defect(
    'empty-status-is-not-refused',
    'auth/before-effects',
    ['address/refused-unchanged'],
    'An address update is a row before the guard runs, and one refused by it keeps an empty status, which the ' +
      'view of all that is not refused shows.',
  ),
  defect(
    'find-yields-nought-when-missing',
    'scope/guides-required',
    [],
    'The formula FIND yields 0 for a scope that is missing, and the flow of the listing compares with -1.',
  ),
  defect(
    'synced-table-is-emptied-before-it-is-filled',
    'scope/guides-sufficient',
    ['guides/ok'],
    'The table of scopes is synced every second and a half, and emptied a quarter of a second before it is ' +
      'filled: the listing is 403.',
  ),
  defect(
    'lookup-takes-the-nearest-row-below',
    'user/unknown',
    [],
    'The lookup of cash takes the nearest row below unless told otherwise, so that unknown users get the ' +
      'balances of another one.',
  ),
  defect(
    'error-values-are-contagious',
    'user/unknown-message',
    [],
    'The message of daily summaries about an unknown user is a formula that joins the name, and is #N/A as that ' +
      'is.',
  ),
  defect(
    'filter-of-the-view-is-shared',
    'user/isolation',
    [],
    'Portfolios set the filter of a shared view to the user and read it a moment later: of two at a time both ' +
      'get the later one.',
  ),
  defect(
    'cell-is-read-before-the-sheet-is-recalculated',
    'user/isolation',
    [],
    'Cash writes the user into a cell and reads the result 10 ms later, while the sheet recalculates every 50 ' +
      'ms at most.',
  ),
  defect(
    'user-ids-are-slugified',
    'user/malformed',
    [],
    'Notification settings pass x-user-id through the slug function, which lowers case and drops accents and ' +
      'punctuation at the ends.',
  ),
  defect(
    'refusals-are-exported-as-rows',
    'errors/json',
    [],
    'Refusals of portfolios leave by the node that exports rows, as CSV.',
  ),
  defect(
    'dot-notation-is-switched-off',
    'errors/shape',
    [],
    'The node that sets the error of an unknown guide has dot notation off: error.message is the name of a ' +
      'member.',
  ),
  defect(
    'numbers-of-items-are-summed',
    'errors/status-matches',
    [],
    'Each mistake in an address is an item, and the node that groups them sums their numbers: status is 1688.',
  ),
  defect(
    'execute-once-for-a-batch',
    'errors/response-id-unique',
    [],
    'The node that draws responseId executes once for a batch of items, and a batch is what arrives within 25 ' + 'ms.',
  ),
  defect(
    'view-hides-the-column-of-texts',
    'errors/message-text',
    [],
    'The view of messages about orders hides the column of texts, and an expression over a hidden column is ' +
      'empty.',
  ),
  defect(
    'paths-fall-to-the-table-api',
    'errors/unknown-route',
    [],
    'A path that no flow has falls to the interface of tables, which says 422 for a table that is not there.',
  ),
  defect(
    'empty-cells-print-undefined',
    'http/json-media-type',
    ['insights/ok'],
    'Insights of Swedish readers are filled into a text of JSON by expressions, and an empty cell prints ' +
      'undefined.',
  ),
  defect(
    'automations-suspect-a-loop',
    'http/no-server-error',
    ['address/accepted', 'address/repeatable'],
    'More than ten runs of the address flow for one user within three seconds are taken for a loop: 508.',
  ),
  defect(
    'checkbox-prints-true',
    'http/private-data-not-shared',
    [],
    'The directive private of cash is a checkbox in the table of policies, which prints true in front of ' +
      'must-revalidate.',
  ),
  defect(
    'merge-waits-for-both-branches',
    'http/answers',
    [],
    'A merge node of the address flow waits for the branch of second lines, which an address without line2 ' +
      'never takes.',
  ),
  defect(
    'any-query-asks-for-formatted-cells',
    'robustness/unexpected-query',
    [],
    'Any query makes the table interface answer formatted cells, so that the amounts of cash become texts.',
  ),
  defect(
    'tasks-of-the-plan-are-used-up',
    'robustness/still-alive',
    ['guides/ok', 'cash/ok', 'portfolios/ok', 'insights/ok', 'summaries/ok', 'notifications/ok'],
    'Each request is a task, the plan has 1,500 of them, and whatever comes then is 402 for good.',
  ),
  defect(
    'attachment-is-a-list-of-files',
    'guides/schema',
    [],
    'The mobile cover of one guide is an attachment field, which is a list of files.',
  ),
  defect(
    'shared-view-is-sorted-by-a-colleague',
    'guides/order-stable',
    ['guides/localised-ids'],
    'The listing takes the order of a shared view, which a colleague sorts by key and back every 400 ms.',
  ),
  defect(
    'lookup-is-a-list-and-equals-nothing',
    'guides/localised',
    [],
    'The language of the listing is a lookup and thus a list, which never equals a text: everybody reads ' + 'English.',
  ),
  defect(
    'thirty-minutes-typed-as-hours',
    'guides/cache-control-lifetime',
    ['guides/cache-control-form'],
    'The lifetime of the listing was typed as 30:00, which is thirty hours to a spreadsheet: max-age=108000.',
  ),
  defect(
    'search-covers-all-fields',
    'guide/fetch',
    [],
    'The search for a guide covers all fields, and an earlier guide that names the id as related is found ' + 'first.',
  ),
  defect(
    'unknown-guide-opens-a-form',
    'guide/unknown-id',
    [],
    'The id of no guide opens the form for a new one with that id filled in: 200.',
  ),
  defect(
    'connector-limit-arrives-as-400',
    'insights/ok',
    [],
    'The connector of insights allows five readings a second, and its refusal of the sixth is passed on as 400.',
  ),
  defect(
    'locale-of-the-workspace-reads-the-number',
    'cash/ok',
    [],
    'Cash of Swedish users is a text that the locale of the workspace reads as no number: 400.',
  ),
  defect(
    'iterator-is-replaced-by-the-next-reader',
    'portfolios/ok',
    [],
    'Portfolios are read in two pages by an iterator, which the reading of another user replaces: 400.',
  ),
  defect(
    'record-is-in-the-view-already',
    'address/overwrites',
    [],
    'Updates are carried over when a record enters a view, and one that is in it already, for 1.5 s, does not ' +
      'enter again.',
  ),
  defect(
    'update-is-filled-down',
    'address/isolation',
    [],
    'An address is written to a range with an open end, and the sheet fills it down to the users below.',
  ),
  defect(
    'automation-reverts-what-it-refuses',
    'address/refused-unchanged',
    ['address/overwrites'],
    'An address is stored before its check, and an automation reverts what was refused 400 ms later.',
  ),
  defect(
    'objects-are-rich-text',
    'address/wrong-type',
    [],
    'An object for line1 is a document of rich text, of which the texts are taken, or none.',
  ),
  defect(
    'fixing-parser-mends-the-body',
    'address/malformed-json',
    [],
    'An address body that is no JSON goes to the parser that mends the output of models, with the stored ' +
      'address as its example.',
  ),
  defect(
    'form-is-closed-after-its-last-response',
    'address/accepted',
    ['address/repeatable'],
    'The form behind the address takes fifteen responses of each user, refused ones too, and is closed then: ' + '410.',
  ),
  defect(
    'minority-type-of-a-column-is-empty',
    'summaries/schema',
    [],
    'A column has the type of most of its cells and the others are empty: an asset that is named by digits has ' +
      'null for assetId.',
  ),
  defect(
    'copied-column-is-called-copy',
    'summaries/member-key',
    [],
    'The column of the newest holdings was duplicated, and its key is holdings copy.',
  ),
  defect(
    'formula-without-value-is-an-object',
    'summaries/max-value-differences',
    [],
    'A formula without a value is an object to the table interface: the savings of Swedish users differ by ' +
      '{"specialValue":"NaN"}.',
  ),
  defect(
    'moments-are-read-as-displayed',
    'summaries/timestamp',
    [],
    'The oldest moment is read as the cell displays it, in scientific notation as a text.',
  ),
  defect(
    'cell-is-still-loading',
    'summaries/currency-text',
    [],
    'Every fourth reading of daily summaries finds the third total while its cell says Loading...',
  ),
  defect(
    'progress-bar-has-no-digits',
    'summaries/percent-text',
    [],
    'The weights of the worst performers are progress bars made of blocks, without a digit or a sign.',
  ),
  defect(
    'access-is-asked-of-the-owner',
    'summaries/forbidden',
    [],
    'A denied user of daily summaries is answered 202, and access is requested of the owner of the base.',
  ),
  defect(
    'checkbox-is-exported-as-checked',
    'notifications/schema',
    [],
    'Email settings of Swedish users come from an export, in which a checkbox is checked or empty.',
  ),
  defect(
    'duplicates-are-told-by-name',
    'notifications/known-ids-complete',
    ['notifications/localised'],
    'A node removes duplicates by name, and in Swedish recap and review are named alike: app_weekly_review is ' +
      'missing.',
  ),
  defect(
    'stacks-are-told-by-colour',
    'notifications/grouping',
    [],
    'Notifications are stacked by the colour of their category, which newsletters and offers share.',
  ),
  defect(
    'slider-clamps-to-its-range',
    'orders/amount-bounds',
    [],
    'The amount of an order is a slider, which moves what lies outside to the end of its range: 0 and -5 are 1.',
  ),
  defect(
    'isin-is-a-barcode',
    'orders/wrong-type',
    [],
    'The field isin is a barcode, for which every object is a value.',
  ),
  defect(
    'other-types-are-attachments',
    'orders/content-type',
    [],
    'An order of another media type or none is an attachment, stored for later: 202.',
  ),
];
