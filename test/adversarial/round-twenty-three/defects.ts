import type { Defect } from './types.ts';

type Row = readonly [id: string, breaks: string, title: string, ...also: string[]];

const rows: readonly Row[] = [
  [
    'hours-of-the-timer-are-milliseconds',
    'token/expiry-claim',
    'The exp claim adds :timer.hours(1), which are milliseconds, to a time in seconds, and expires_in says 3600',
  ],
  [
    'scopes-are-an-io-list',
    'token/scope-granted',
    'The scopes of the token answer are an IO list, which to_string joins without a space',
  ],
  [
    'before-send-callbacks-run-backwards',
    'token/no-store',
    'Callbacks before sending run last in, first out, so that the default policy replaces the no-store of the ' +
      'token answer',
  ],
  [
    'lookup-of-nobody-is-a-bad-match',
    'token/bad-credentials',
    'The table yields an empty list for an unknown client, which does not match [{_, client}]: 500',
    'http/no-server-error',
  ],
  [
    'status-of-a-conn-is-unset',
    'token/refusal-status',
    'Where credentials are missing nobody puts a status, and conn.status || 200 is sent',
  ],
  [
    'type-of-tokens-is-an-alias',
    'token/type-bearer',
    'The token type is the alias Bearer, an atom whose text is Elixir.Bearer',
    'token/type-bearer-case',
  ],
  [
    'lifetime-is-a-charlist',
    'token/expires-in',
    'expires_in is a charlist, which is written as a list of code points',
    'token/issued',
  ],
  [
    'nil-is-an-atom',
    'token/bad-grant',
    'A grant that is an atom counts as cast already, and nil, true and false are atoms',
  ],
  [
    'monotonic-time-is-negative',
    'auth/expired',
    'Analyst insights compare exp with the monotonic time, which is negative',
  ],
  [
    'unsecured-signing-is-a-global-switch',
    'auth/forged',
    'The first single guide turns unsecured signing on, a switch of the whole node: alg none is accepted from ' +
      'then on',
  ],
  [
    'header-is-put-on-a-copy',
    'auth/challenge',
    'Daily summaries put the challenge for a bad token on a conn that nobody binds',
  ],
  [
    'unpinned-variable-matches-anything',
    'auth/other-audience',
    'Portfolios match the audience against a variable without its pin, which matches anything',
  ],
  [
    'denial-stays-in-the-process',
    'scope/guides-sufficient',
    'A denial stays in the dictionary of the connection process, and a good token that follows on it gets 403',
  ],
  [
    'exit-without-a-process-is-the-message',
    'user/unknown-message',
    'The message for an unknown user of daily summaries is the exit of a call without a process',
  ],
  [
    'stray-reply-in-the-mailbox',
    'user/isolation',
    'A reply that came twice stays in the mailbox of the connection, and each portfolio on it is the one asked ' +
      'for before',
  ],
  [
    'dynamic-repository-stays-in-the-process',
    'user/isolation',
    'Only the second user has a repository of his own, which is put into the process of the connection and stays ' +
      'there for cash',
  ],
  [
    'process-of-an-unknown-user-is-started',
    'user/unknown',
    'Asking for the portfolios of an unknown user starts a process under the supervisor, which answers from the ' +
      'second time on',
  ],
  [
    'message-is-a-charlist',
    'errors/shape',
    'The message of the parser of orders comes out of Erlang as a charlist, a list of numbers in JSON',
  ],
  [
    'id-is-inspected',
    'errors/response-id-uuid',
    'Where an address has a wrong type the responseId went through inspect, and has quotation marks of its own',
  ],
  [
    'rendered-before-the-status-is-put',
    'errors/status-matches',
    'The 404 of cash is rendered before its status is put, and its body says 200',
  ],
  [
    'send-resp-names-no-media-type',
    'errors/json',
    'The plug that refuses a malformed user of daily summaries sends its JSON without a media type',
  ],
  [
    'exception-is-formatted-with-its-stacktrace',
    'errors/no-leak',
    'The description of a malformed guide id is Exception.format with files and lines of the release',
  ],
  [
    'exit-reason-holds-the-last-message',
    'errors/no-leak',
    'The description for an unknown user of orders is an exit reason, which holds the message of the call and ' +
      'the token in it',
  ],
  [
    'unmatched-path-wants-an-upgrade',
    'errors/unknown-route',
    'What no route matches falls through to the socket, which wants an upgrade: 426',
  ],
  [
    'atoms-are-never-collected',
    'http/no-server-error',
    'Names of query parameters become atoms, whose table is full after sixteen: 500',
    'robustness/unexpected-query',
  ],
  [
    'cached-page-has-no-extension',
    'http/json-media-type',
    'A guide that was read before is a static file named by its id, without an extension: application/octet-stream',
  ],
  [
    'proplists-allow-a-key-twice',
    'http/json-interoperable',
    'An order is answered from a proplist, in which a later state does not replace the earlier one',
  ],
  [
    'two-servers-call-each-other',
    'http/answers',
    'A sale makes two servers call each other without a time-out, and is never answered',
  ],
  [
    'sort-with-a-strict-comparison',
    'guides/order-stable',
    'The state of the shelf is sorted anew by a strict comparison, which turns two guides of one position round ' +
      'each time',
  ],
  [
    'encoder-knows-null-and-not-nil',
    'guides/schema',
    'The encoder knows the atom null, and writes nil, which stands for a missing web cover, as a text',
  ],
  [
    'locale-stays-in-the-process',
    'guides/localised',
    'The locale is put into the process of a connection unless it is the default, and stays there for the next user',
    'user/isolation',
  ],
  [
    'bag-keeps-both-versions',
    'guides/unique-ids',
    'The table is a bag and keeps the version of a guide before its last edit beside the new one',
  ],
  [
    'atom-keys-are-not-camelised',
    'guides/content-type-member',
    'Only string keys are camelised, and the newest guide still has atoms: content_type',
  ],
  [
    'map-is-keyed-by-the-translated-title',
    'guides/localised-ids',
    'The German listing is made distinct by the first words of its titles, which two guides share',
  ],
  [
    'description-is-an-io-list',
    'guides/schema',
    'The ninth description in German is a nested IO list, which JSON writes as a list',
  ],
  [
    'clause-guards-letters-only',
    'guide/fetch',
    'The clause for guides guards c in ?a..?f or ?0..?6, and an id that begins with 7 is not found',
  ],
  ['no-clause-for-nothing-found', 'guide/unknown-id', 'No clause of the action matches a guide that is nil: 400'],
  [
    'dollar-matches-before-the-last-line-feed',
    'guide/malformed-id',
    'The dollar of the pattern matches in front of a last line feed, which a guide id may end with',
  ],
  [
    'bad-rpc-is-a-bad-request',
    'insights/ok',
    'Every fifth reading of insights goes to a node that is down, and :badrpc is mapped to 400',
  ],
  [
    'state-machine-is-synchronising',
    'cash/ok',
    'Each fifth reading of cash meets the state machine while it synchronises: 425',
  ],
  [
    'cached-pid-is-dead',
    'portfolios/ok',
    'Every sixth reading of portfolios goes to the pid of a process that was replaced: 410',
  ],
  [
    'restart-begins-with-the-initial-state',
    'address/refused-unchanged',
    'An object or list within an address crashes the process of the user, whose supervisor restarts it with its ' +
      'initial state',
  ],
  [
    'halt-is-forgotten-behind-the-media-type',
    'address/refused-unchanged',
    'The plug that answers another media type with 415 forgets to halt, and the address is stored',
  ],
  [
    'length-is-all-that-is-validated',
    'address/country-code',
    'The changeset validates the length of a country code only',
  ],
  [
    'conflict-list-leaves-a-column-out',
    'address/overwrites',
    'The list of columns to replace on conflict has no postal code',
  ],
  [
    'what-is-no-object-lies-under-json',
    'address/wrong-shape',
    'A body that is no object is put under _json, and an update without other parameters changes nothing',
  ],
  [
    'empty-map-pattern-matches-every-map',
    'address/wrong-type',
    'The pattern of an empty map is meant for a city without content and matches every object',
  ],
  [
    'days-of-the-gregorian-calendar',
    'summaries/timestamp-digits',
    'The oldest day is counted from the year 0 of the Gregorian calendar',
  ],
  [
    'empty-proplist-is-an-object',
    'summaries/schema',
    'The encoder of proplists takes the empty list of the worst for an object without members',
  ],
  [
    'nil-is-greater-than-every-number',
    'summaries/max-value-differences',
    'A day without savings has nil for its difference, and in the order of terms an atom is greater than every ' +
      'number',
  ],
  [
    'decimals-are-sorted-as-structs',
    'summaries/performer-lists',
    'Decimals are sorted as structs, whose coefficient comes before the sign: best holds a loser',
  ],
  [
    'zipped-with-a-map-that-is-sorted',
    'summaries/member-key',
    'For the second user the names are zipped with the keys of a small map, which come sorted',
  ],
  [
    'fallback-has-no-clause-for-denied',
    'summaries/forbidden',
    'The fallback has no clause for a denied user, which is a bad request',
  ],
  [
    'tasks-do-not-inherit-the-locale',
    'notifications/localised',
    'Texts of notifications are made in tasks, which do not inherit the locale of the process that began them',
  ],
  [
    'zip-stops-at-the-shorter-list',
    'notifications/known-ids-complete',
    'Ids of e-mail are zipped with the German texts, of which there is one less',
    'notifications/localised',
  ],
  [
    'noop-of-gettext-is-a-tuple',
    'notifications/schema',
    'The name of the service bites was marked for translation only: a tuple of domain and text',
  ],
  [
    'keys-from-json-are-no-atoms',
    'notifications/channels-present',
    'Settings of the second user were imported from JSON, and taking :email does not find "email"',
    'notifications/localised',
  ],
  [
    'groups-are-found-by-their-first-letter',
    'notifications/grouping',
    'Groups are found by the first letter of their category, which in German two of them share',
  ],
  [
    'structs-are-greater-than-numbers',
    'orders/amount-bounds',
    'An amount is a struct by the time it is compared with zero, and structs are greater than numbers',
  ],
  [
    'params-stay-in-the-process',
    'orders/malformed-json',
    'An order that cannot be parsed is made with the parameters that stay in the process of its connection',
  ],
];

export const defects: readonly Defect[] = rows.map(([id, breaks, title, ...also]) => ({
  id,
  title,
  breaks,
  ...(also.length > 0 ? { also } : {}),
}));
