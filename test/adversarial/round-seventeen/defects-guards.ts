/** Id, requirement, title and what else has to speak. */
export type Line = readonly [id: string, breaks: string, title: string, also?: readonly string[]];

const token: readonly Line[] = [
  [
    'merged-header-columns-get-suffixes',
    'token/no-store',
    'Two frames of header fields are merged for the token answer, and the column in both becomes Cache-Control_x and Cache-Control_y.',
  ],
  [
    'unknown-grants-are-imputed',
    'token/bad-grant',
    'A grant_type that the encoder does not know, or none, is imputed by the most frequent one.',
  ],
  [
    'missing-is-not-unequal',
    'token/bad-credentials',
    'Requests are left-joined with the clients, and the missing secret of an unknown client is not unequal to the one given.',
  ],
  [
    'audiences-are-joined-to-the-nearest',
    'token/wrong-audience',
    'The audience of a token request is joined to the nearest one known, as the cleaning notebook does it.',
  ],
  [
    'lifetimes-are-summed-by-client',
    'token/expiry-claim',
    'The log of grants is grouped by client and summed: expires_in of the second token is that of both.',
  ],
  [
    'first-of-the-exploded-scopes',
    'token/scope-granted',
    'Scopes are exploded into rows, and of the rows of one client a single one is left in the token answer.',
  ],
  [
    'scope-cells-are-filled-from-above',
    'token/scope-withheld',
    'An empty cell in the sheet of scopes is filled from the row above, which is that of the other client.',
  ],
];

const auth: readonly Line[] = [
  [
    'expiry-is-read-as-naive-local-time',
    'auth/expired',
    'The expiry of a token is a naive time, which is localised six hours west.',
  ],
  [
    'verdicts-are-merged-as-of-the-issue',
    'auth/forged',
    'Notification settings merge the verdict on a token by client and moment of issue, and not by its signature.',
  ],
  [
    'credentials-are-filled-from-the-row-above',
    'auth/missing',
    'Requests for analyst insights are a frame, and a missing credential is filled from the row above of that user, once.',
  ],
  [
    'chained-assignment-is-lost',
    'auth/other-audience',
    'Tokens for other audiences are marked invalid in a slice that is a copy of the frame.',
  ],
  [
    'columns-with-a-gap-are-dropped',
    'auth/challenge',
    'The header fields of the last two refusals are one frame, and the challenge is dropped where the row before has none.',
  ],
  [
    'unknown-scopes-are-encoded-like-the-first',
    'scope/guides-required',
    'Scopes are one-hot-encoded without the redundant first column, so that scopes which the encoder does not know are the first, service:nbg.',
  ],
];

const user: readonly Line[] = [
  [
    'header-is-the-pattern',
    'user/malformed',
    'For notification settings x-user-id is the pattern for which the column of ids is searched.',
  ],
  [
    'margins-answer-for-nobody',
    'user/missing',
    'The pivot of portfolios has margins, and the row of all users answers where x-user-id is missing.',
  ],
  [
    'partition-was-never-written',
    'user/unknown-summaries',
    'Users are partitioned by the sum of their digits, and an id whose partition was never written is 404 for daily summaries.',
  ],
  [
    'message-is-the-key-itself',
    'user/unknown-message',
    'The message for an unknown user of the daily summaries is the text of a key error, which is the key in quotation marks.',
  ],
  [
    'batch-is-filled-from-the-row-above',
    'user/isolation',
    'Portfolios in flight at the same time are rows of one batch, in which a missing advisor is filled from the row above.',
  ],
];

const errors: readonly Line[] = [
  [
    'seed-is-set-again-at-every-refresh',
    'errors/response-id-unique',
    'The seed of response ids is set again by each refresh of the snapshot, which comes every forty errors.',
  ],
  [
    'bytes-are-turned-into-text',
    'errors/response-id-uuid',
    "In errors of notification settings responseId is the text of bytes, b'...'.",
  ],
  [
    'detail-comes-from-the-router-of-the-framework',
    'errors/unknown-route',
    'The 404 of an unknown path is made by the router of the framework and holds a detail alone.',
  ],
  [
    'cells-are-written-by-column-and-index',
    'errors/shape',
    'The error of analyst insights is a frame of one row, whose columns are written as objects by index.',
  ],
  [
    'status-has-eight-bits',
    'errors/status-matches',
    'The column status of errors of the listing has eight bits, and 403 is -109.',
  ],
  [
    'missing-description-is-not-a-number',
    'errors/json',
    'Where an error of the address update has no description, its cell is NaN, and is written so.',
  ],
];

const http: readonly Line[] = [
  [
    'sensor-waits-for-the-row',
    'http/answers',
    'Portfolios of an unknown user wait for a sensor, which looks for the row until it is there.',
  ],
  [
    'truth-of-a-frame-is-ambiguous',
    'http/no-server-error',
    'A user with more than one portfolio has a frame whose truth value is ambiguous: 500.',
    ['portfolios/ok'],
  ],
  [
    'concatenated-columns-share-a-name',
    'http/json-interoperable',
    'Two frames of analyst insights are concatenated side by side, and the column score is there twice.',
  ],
  [
    'decimals-are-written-as-their-repr',
    'http/json-media-type',
    "Balances in euros are decimals, which are written as Decimal('88.1').",
    ['cash/ok'],
  ],
  [
    'missing-policy-is-filled-from-the-row-above',
    'http/private-data-not-shared',
    'Notification settings have no caching policy in the sheet, and get the one in the row above, public.',
  ],
];

export const guardLines: readonly Line[] = [...token, ...auth, ...user, ...errors, ...http];
