import type { Defect } from './types.ts';

export const accessDefects: readonly Defect[] = [
  {
    id: 'hex-float-read-as-ieee',
    title:
      'The token answer moves expires_in as a hexadecimal floating-point number, which the connector reads ' +
      'as an IEEE one: 3600 becomes 450, while exp is an hour ahead.',
    breaks: 'token/expiry-claim',
  },
  {
    id: 'depending-on-is-set-behind-the-move',
    title:
      'The table of scopes in the token answer occurs depending on a counter that is set after the table ' +
      'was moved, so that an answer has as many scopes as the grant before it, and the first one has one.',
    breaks: 'token/scope-granted',
  },
  {
    id: 'saf-cannot-decide',
    title:
      'For a client that is not defined the security manager returns 4, that is, it cannot decide, and the ' +
      'token endpoint refuses only from 8 on.',
    breaks: 'token/bad-credentials',
    also: ['token/refusal-status'],
  },
  {
    id: 'grants-between-two-literals',
    title:
      'The condition name for known grants is written with THRU, so that every grant_type between ' +
      'authorization_code and urn:ietf, password among them, gets a token.',
    breaks: 'token/bad-grant',
    also: ['token/refusal-status'],
  },
  {
    id: 'continued-literal-keeps-its-blanks',
    title:
      'The literal of the caching rule of the token answer is continued on the next card, and the blanks up ' +
      'to column 72 stay within no-store.',
    breaks: 'token/no-store',
  },
  {
    id: 'transactions-beginning-with-c',
    title:
      'Transactions whose name begins with C are taken for those of the system and need no sign-on, so that ' +
      'CASH is answered without an Authorization header.',
    breaks: 'auth/missing',
    also: ['auth/before-effects'],
  },
  {
    id: 'sign-on-map-for-strange-credentials',
    title: 'Credentials of portfolios that carry no JWT start the sign-on program, which shows its map with 200.',
    breaks: 'auth/malformed',
  },
  {
    id: 'verification-only-warns',
    title:
      'The cryptographic service reports a wrong signature as return code 4, and analyst insights take ' +
      'everything up to 4 for a warning.',
    breaks: 'auth/forged',
    also: ['auth/before-effects'],
  },
  {
    id: 'clock-of-nine-digits',
    title:
      'Daily summaries move the current time into a packed field of nine digits, which loses the first one, ' +
      'so that no exp ever lies in the past.',
    breaks: 'auth/expired',
    also: ['auth/before-effects'],
  },
  {
    id: 'file-is-not-recoverable',
    title:
      'An address update is written before the security check, and the backout of a refused one leaves it ' +
      'alone because the file is defined without recovery.',
    breaks: 'auth/before-effects',
  },
  {
    id: 'map-is-sent-without-erase',
    title:
      'The 401 of notification settings is sent without ERASE, so that app and email of the screen before ' +
      'stay in its body.',
    breaks: 'auth/before-effects',
  },
  {
    id: 'profile-in-warning-mode',
    title:
      'The profile of the guides listing was left in WARNING mode, in which a missing scope is logged and ' +
      'the listing is served.',
    breaks: 'scope/guides-required',
  },
  {
    id: 'header-record-has-low-values',
    title:
      'A missing x-user-id is a key of LOW-VALUES for cash, under which the header record of the user file ' +
      'stands, and its cash is answered.',
    breaks: 'user/missing',
  },
  {
    id: 'unmodified-field-keeps-the-user',
    title:
      'An empty x-user-id is a field that was not modified since the screen before, so that notification ' +
      'settings are those of the user whom the client named last.',
    breaks: 'user/malformed',
  },
  {
    id: 'sqlcode-plus-hundred-is-not-negative',
    title:
      'Portfolios refuse a user only for a negative SQLCODE, and that of a user who is not found is +100: ' +
      '200 and no portfolios.',
    breaks: 'user/unknown',
  },
  {
    id: 'reason-code-is-dropped',
    title:
      'Daily summaries drop the reason code, and return code 8 alone is mapped to 422, also for an unknown ' + 'user.',
    breaks: 'user/unknown-summaries',
  },
  {
    id: 'messages-are-counted-from-nought',
    title:
      'The table of messages begins at one and the codes of daily summaries at nought, so that an unknown ' +
      'user is told that access is denied.',
    breaks: 'user/unknown-message',
  },
  {
    id: 'position-of-a-shared-pcb',
    title:
      'Portfolios position a control block on the user and read the children below it later, and of two ' +
      'requests at a time both read below the later user.',
    breaks: 'user/isolation',
  },
  {
    id: 'sequence-numbers-behind-column-72',
    title:
      'Errors of analyst insights leave as card images, lines of 72 columns with a sequence number of eight ' +
      'digits behind them.',
    breaks: 'errors/json',
  },
  {
    id: 'second-view-of-the-error-group',
    title:
      'The group error of cash is redefined as one text, and the mapping writes the view that was described ' +
      'last, so that error is a text.',
    breaks: 'errors/shape',
  },
  {
    id: 'status-is-eibresp',
    title: 'The 404 of an unknown guide carries the response code of the file control, 13, as its status.',
    breaks: 'errors/status-matches',
  },
  {
    id: 'token-bytes-as-hexadecimal-literal',
    title: "Errors of daily summaries write the sixteen bytes of responseId as a hexadecimal literal, X'...'.",
    breaks: 'errors/response-id-uuid',
  },
  {
    id: 'upper-word-of-the-clock',
    title:
      'The responseId of notification settings is made of the upper word of the store clock, which ticks ' +
      'every 1.05 seconds.',
    breaks: 'errors/response-id-unique',
  },
  {
    id: 'right-justified-in-a-print-line',
    title:
      'The message of an error of the guides listing is justified right in a print line of 132 columns, of ' +
      'which the map takes the first forty, and these are blank.',
    breaks: 'errors/message-text',
  },
  {
    id: 'bind-file-is-named',
    title:
      'The description of an address update that is no JSON is the message of the pipeline with the path of ' +
      'its bind file.',
    breaks: 'errors/no-leak',
  },
  {
    id: 'unknown-paths-are-transactions',
    title:
      'An unknown path is the name of a transaction, and that there is none is told on the terminal, with ' + '200.',
    breaks: 'errors/unknown-route',
  },
  {
    id: 'zero-suppressed-in-front-of-the-point',
    title:
      'The picture of amounts of cash suppresses the zero in front of the point, so that 0.42 is written ' +
      '.42, which no JSON knows.',
    breaks: 'http/json-media-type',
  },
  {
    id: 'getmain-of-nought',
    title:
      'The program of orders gets storage in the length of the body, and a request for nought bytes abends: ' +
      'an order with an empty body is 500.',
    breaks: 'http/no-server-error',
  },
  {
    id: 'share-options-are-a-cache-policy',
    title:
      'The share options of a data set are taken for its caching policy, and those of the portfolios allow ' +
      'sharing: public, max-age=60.',
    breaks: 'http/private-data-not-shared',
  },
  {
    id: 'trigger-level-of-fifty',
    title:
      'Refusals of a country code go through a transient data queue with a trigger level of fifty, and are ' +
      'not answered until so many have come together.',
    breaks: 'http/answers',
  },
];
