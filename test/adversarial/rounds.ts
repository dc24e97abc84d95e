import type { Round } from './certified.ts';
import { defects as eighthDefects } from './round-eight/defects.ts';
import { start as startEighth } from './round-eight/start.ts';
import { variations as eighthVariations } from './round-eight/variations.ts';
import { defects as eighteenthDefects } from './round-eighteen/defects.ts';
import { start as startEighteenth } from './round-eighteen/start.ts';
import { variations as eighteenthVariations } from './round-eighteen/variations.ts';
import { defects as eleventhDefects } from './round-eleven/defects.ts';
import { start as startEleventh } from './round-eleven/start.ts';
import { variations as eleventhVariations } from './round-eleven/variations.ts';
import { defects as fifteenthDefects } from './round-fifteen/defects.ts';
import { start as startFifteenth } from './round-fifteen/start.ts';
import { variations as fifteenthVariations } from './round-fifteen/variations.ts';
import { defects as fifthDefects } from './round-five/defects.ts';
import { start as startFifth } from './round-five/start.ts';
import { variations as fifthVariations } from './round-five/variations.ts';
import { defects as fourthDefects } from './round-four/defects.ts';
import { start as startFourth } from './round-four/start.ts';
import { variations as fourthVariations } from './round-four/variations.ts';
import { defects as fourteenthDefects } from './round-fourteen/defects.ts';
import { start as startFourteenth } from './round-fourteen/start.ts';
import { variations as fourteenthVariations } from './round-fourteen/variations.ts';
import { defects as ninthDefects } from './round-nine/defects.ts';
import { start as startNinth } from './round-nine/start.ts';
import { variations as ninthVariations } from './round-nine/variations.ts';
import { defects as nineteenthDefects } from './round-nineteen/defects.ts';
import { start as startNineteenth } from './round-nineteen/start.ts';
import { variations as nineteenthVariations } from './round-nineteen/variations.ts';
import { defects as firstDefects } from './round-one/defects.ts';
import { start as startFirst } from './round-one/start.ts';
import { variations as firstVariations } from './round-one/variations.ts';
import { defects as seventhDefects } from './round-seven/defects.ts';
import { start as startSeventh } from './round-seven/start.ts';
import { variations as seventhVariations } from './round-seven/variations.ts';
import { defects as seventeenthDefects } from './round-seventeen/defects.ts';
import { start as startSeventeenth } from './round-seventeen/start.ts';
import { variations as seventeenthVariations } from './round-seventeen/variations.ts';
import { defects as sixthDefects } from './round-six/defects.ts';
import { start as startSixth } from './round-six/start.ts';
import { variations as sixthVariations } from './round-six/variations.ts';
import { defects as sixteenthDefects } from './round-sixteen/defects.ts';
import { start as startSixteenth } from './round-sixteen/start.ts';
import { variations as sixteenthVariations } from './round-sixteen/variations.ts';
import { defects as tenthDefects } from './round-ten/defects.ts';
import { start as startTenth } from './round-ten/start.ts';
import { variations as tenthVariations } from './round-ten/variations.ts';
import { defects as thirteenthDefects } from './round-thirteen/defects.ts';
import { start as startThirteenth } from './round-thirteen/start.ts';
import { variations as thirteenthVariations } from './round-thirteen/variations.ts';
import { defects as thirtiethDefects } from './round-thirty/defects.ts';
import { start as startThirtieth } from './round-thirty/start.ts';
import { variations as thirtiethVariations } from './round-thirty/variations.ts';
import { defects as thirtyFifthDefects } from './round-thirty-five/defects.ts';
import { start as startThirtyFifth } from './round-thirty-five/start.ts';
import { variations as thirtyFifthVariations } from './round-thirty-five/variations.ts';
import { defects as thirtyFourthDefects } from './round-thirty-four/defects.ts';
import { start as startThirtyFourth } from './round-thirty-four/start.ts';
import { variations as thirtyFourthVariations } from './round-thirty-four/variations.ts';
import { defects as thirtyFirstDefects } from './round-thirty-one/defects.ts';
import { start as startThirtyFirst } from './round-thirty-one/start.ts';
import { variations as thirtyFirstVariations } from './round-thirty-one/variations.ts';
import { defects as thirtySeventhDefects } from './round-thirty-seven/defects.ts';
import { start as startThirtySeventh } from './round-thirty-seven/start.ts';
import { variations as thirtySeventhVariations } from './round-thirty-seven/variations.ts';
import { defects as thirtySixthDefects } from './round-thirty-six/defects.ts';
import { start as startThirtySixth } from './round-thirty-six/start.ts';
import { variations as thirtySixthVariations } from './round-thirty-six/variations.ts';
import { defects as thirtyThirdDefects } from './round-thirty-three/defects.ts';
import { start as startThirtyThird } from './round-thirty-three/start.ts';
import { variations as thirtyThirdVariations } from './round-thirty-three/variations.ts';
import { defects as thirtySecondDefects } from './round-thirty-two/defects.ts';
import { start as startThirtySecond } from './round-thirty-two/start.ts';
import { variations as thirtySecondVariations } from './round-thirty-two/variations.ts';
import { defects as thirdDefects } from './round-three/defects.ts';
import { start as startThird } from './round-three/start.ts';
import { variations as thirdVariations } from './round-three/variations.ts';
import { defects as twelfthDefects } from './round-twelve/defects.ts';
import { start as startTwelfth } from './round-twelve/start.ts';
import { variations as twelfthVariations } from './round-twelve/variations.ts';
import { defects as twentiethDefects } from './round-twenty/defects.ts';
import { start as startTwentieth } from './round-twenty/start.ts';
import { variations as twentiethVariations } from './round-twenty/variations.ts';
import { defects as twentyEighthDefects } from './round-twenty-eight/defects.ts';
import { start as startTwentyEighth } from './round-twenty-eight/start.ts';
import { variations as twentyEighthVariations } from './round-twenty-eight/variations.ts';
import { defects as twentyFifthDefects } from './round-twenty-five/defects.ts';
import { start as startTwentyFifth } from './round-twenty-five/start.ts';
import { variations as twentyFifthVariations } from './round-twenty-five/variations.ts';
import { defects as twentyFourthDefects } from './round-twenty-four/defects.ts';
import { start as startTwentyFourth } from './round-twenty-four/start.ts';
import { variations as twentyFourthVariations } from './round-twenty-four/variations.ts';
import { defects as twentyNinthDefects } from './round-twenty-nine/defects.ts';
import { start as startTwentyNinth } from './round-twenty-nine/start.ts';
import { variations as twentyNinthVariations } from './round-twenty-nine/variations.ts';
import { defects as twentyFirstDefects } from './round-twenty-one/defects.ts';
import { start as startTwentyFirst } from './round-twenty-one/start.ts';
import { variations as twentyFirstVariations } from './round-twenty-one/variations.ts';
import { defects as twentySeventhDefects } from './round-twenty-seven/defects.ts';
import { start as startTwentySeventh } from './round-twenty-seven/start.ts';
import { variations as twentySeventhVariations } from './round-twenty-seven/variations.ts';
import { defects as twentySixthDefects } from './round-twenty-six/defects.ts';
import { start as startTwentySixth } from './round-twenty-six/start.ts';
import { variations as twentySixthVariations } from './round-twenty-six/variations.ts';
import { defects as twentyThirdDefects } from './round-twenty-three/defects.ts';
import { start as startTwentyThird } from './round-twenty-three/start.ts';
import { variations as twentyThirdVariations } from './round-twenty-three/variations.ts';
import { defects as twentySecondDefects } from './round-twenty-two/defects.ts';
import { start as startTwentySecond } from './round-twenty-two/start.ts';
import { variations as twentySecondVariations } from './round-twenty-two/variations.ts';
import { defects as secondDefects } from './round-two/defects.ts';
import { start as startSecond } from './round-two/start.ts';
import { variations as secondVariations } from './round-two/variations.ts';

/** Written one after the other from the specification alone, each by somebody who had seen no check. */
export const rounds: readonly Round[] = [
  { name: 'round one', start: startFirst, defects: firstDefects, variations: firstVariations },
  { name: 'round two', start: startSecond, defects: secondDefects, variations: secondVariations },
  { name: 'round three', start: startThird, defects: thirdDefects, variations: thirdVariations },
  { name: 'round four', start: startFourth, defects: fourthDefects, variations: fourthVariations },
  { name: 'round five', start: startFifth, defects: fifthDefects, variations: fifthVariations },
  { name: 'round six', start: startSixth, defects: sixthDefects, variations: sixthVariations },
  { name: 'round seven', start: startSeventh, defects: seventhDefects, variations: seventhVariations },
  { name: 'round eight', start: startEighth, defects: eighthDefects, variations: eighthVariations },
  { name: 'round nine', start: startNinth, defects: ninthDefects, variations: ninthVariations },
  { name: 'round ten', start: startTenth, defects: tenthDefects, variations: tenthVariations },
  { name: 'round eleven', start: startEleventh, defects: eleventhDefects, variations: eleventhVariations },
  { name: 'round twelve', start: startTwelfth, defects: twelfthDefects, variations: twelfthVariations },
  { name: 'round thirteen', start: startThirteenth, defects: thirteenthDefects, variations: thirteenthVariations },
  { name: 'round fourteen', start: startFourteenth, defects: fourteenthDefects, variations: fourteenthVariations },
  { name: 'round fifteen', start: startFifteenth, defects: fifteenthDefects, variations: fifteenthVariations },
  { name: 'round sixteen', start: startSixteenth, defects: sixteenthDefects, variations: sixteenthVariations },
  { name: 'round seventeen', start: startSeventeenth, defects: seventeenthDefects, variations: seventeenthVariations },
  { name: 'round eighteen', start: startEighteenth, defects: eighteenthDefects, variations: eighteenthVariations },
  { name: 'round nineteen', start: startNineteenth, defects: nineteenthDefects, variations: nineteenthVariations },
  { name: 'round twenty', start: startTwentieth, defects: twentiethDefects, variations: twentiethVariations },
  { name: 'round twenty-one', start: startTwentyFirst, defects: twentyFirstDefects, variations: twentyFirstVariations },
  {
    name: 'round twenty-two',
    start: startTwentySecond,
    defects: twentySecondDefects,
    variations: twentySecondVariations,
  },
  {
    name: 'round twenty-three',
    start: startTwentyThird,
    defects: twentyThirdDefects,
    variations: twentyThirdVariations,
  },
  {
    name: 'round twenty-four',
    start: startTwentyFourth,
    defects: twentyFourthDefects,
    variations: twentyFourthVariations,
  },
  {
    name: 'round twenty-five',
    start: startTwentyFifth,
    defects: twentyFifthDefects,
    variations: twentyFifthVariations,
  },
  {
    name: 'round twenty-six',
    start: startTwentySixth,
    defects: twentySixthDefects,
    variations: twentySixthVariations,
  },
  {
    name: 'round twenty-seven',
    start: startTwentySeventh,
    defects: twentySeventhDefects,
    variations: twentySeventhVariations,
  },
  {
    name: 'round twenty-eight',
    start: startTwentyEighth,
    defects: twentyEighthDefects,
    variations: twentyEighthVariations,
  },
  {
    name: 'round twenty-nine',
    start: startTwentyNinth,
    defects: twentyNinthDefects,
    variations: twentyNinthVariations,
  },
  {
    name: 'round thirty',
    start: startThirtieth,
    defects: thirtiethDefects,
    variations: thirtiethVariations,
  },
  {
    name: 'round thirty-one',
    start: startThirtyFirst,
    defects: thirtyFirstDefects,
    variations: thirtyFirstVariations,
  },
  {
    name: 'round thirty-two',
    start: startThirtySecond,
    defects: thirtySecondDefects,
    variations: thirtySecondVariations,
  },
  {
    name: 'round thirty-three',
    start: startThirtyThird,
    defects: thirtyThirdDefects,
    variations: thirtyThirdVariations,
  },
  {
    name: 'round thirty-four',
    start: startThirtyFourth,
    defects: thirtyFourthDefects,
    variations: thirtyFourthVariations,
  },
  {
    name: 'round thirty-five',
    start: startThirtyFifth,
    defects: thirtyFifthDefects,
    variations: thirtyFifthVariations,
  },
  {
    name: 'round thirty-six',
    start: startThirtySixth,
    defects: thirtySixthDefects,
    variations: thirtySixthVariations,
  },
  {
    name: 'round thirty-seven',
    start: startThirtySeventh,
    defects: thirtySeventhDefects,
    variations: thirtySeventhVariations,
  },
];

/** Defects that are not found, with the reason. */
export const unfound: Readonly<Record<string, string>> = {
  'boxed-grant-number-compared-by-identity':
    'The tokens that the operator was given are counted too: of those of the run none is accepted, and it is not certified.',
  'workers-set-the-user-when-absent':
    'Both users see the same two answers in turn, as they would of two replicas with data of their own.',
  'broken-escape-in-plain-text': 'A target that is no URI may be refused by the HTTP layer, which knows no ApiError.',
  'history-knows-a-hidden-limit': 'The query parameters of the daily summaries are not shown: limit may be one.',
  'postal-codes-grouped-by-thousands':
    'What is stored is compared by letters and digits: countries write postal codes in groups.',
  'positions-of-the-class': 'Shows only before anybody has asked for the second user.',
  'no-store-with-a-query': 'How long an answer to a query is fresh that the endpoint does not know is not shown.',
  'cash-locked-by-an-order':
    'Cash is refused in the middle of the run: its controls fail, and the target is not certified.',
  'if-match-needed': 'All updates but the first are refused, so that address/accepted speaks.',
  'a-parameter-changes-the-locale': 'A parameter lang or locale may be known to an implementation, as limit may be.',
  'an-advice-wraps-for-callbacks': 'A parameter callback may be known to an implementation, as limit may be.',
  'lifetime-lasts-until-the-next-job':
    'max-age that counts down from 1,800 with the clock is for guides/cache-control-form to say, which says it.',
  'query-cache-without-binds': 'Shows only where both users come over one connection, which is chance under load.',
  'undecodable-query-in-html': 'A target that is no text may be refused by the HTTP layer, which knows no ApiError.',
  'target-over-a-kibibyte':
    'A target of more than a kibibyte may be refused by the HTTP layer, which knows no ApiError.',
  'city-of-the-postal-code': 'Who knows the town of each postal code may store that town.',
  'country-is-trimmed': 'White space around a value may be trimmed before it is looked at.',
  'consent-loaded-late': 'Shows once only: a consent that was withdrawn a moment ago looks alike.',
  'members-in-any-case': 'Some JSON libraries find members whatever their case: is that a body without an address?',
  'scope-first-word': 'Every second token is refused for the guides, which robustness/still-alive says.',
  'versions-compared-as-text': 'Shows between the tenth and the ninetieth update, and no read-back is compared there.',
  'lookup-of-nobody-is-a-bad-match': 'A 500 is for http/no-server-error to say, which says it.',
  'two-servers-call-each-other':
    'An order that was not answered may have arrived: it is not sent again, and once is not enough.',
  'map-is-keyed-by-the-translated-title':
    'One id more or less is what an edit leaves in the cache of one user, for half an hour.',
  'distinct-on-translated-title': 'The same: one id less may be an edit that the cache of one user has later.',
  'assign-writes-to-the-template': 'Shows only before anybody has asked for the second user.',
  'bookmark-ahead-of-replica':
    'The first read-back after each update is refused: its controls fail, and the target is not certified.',
  'affinity-takes-leading-zeros':
    'Who keeps postal codes as numbers, as the sample sends one, has no zeros before them.',
  'query-filters-are-ignored':
    'What comes with any query, also one without a parameter, may be an edit that a cache by address has not seen.',
  'what-was-loaded-is-not-written':
    'Shows only when the original address is put back, which happens after the last judgement.',
  'line2-and-city-redefine-each-other': 'An address service may write the town into the second line.',
  'upsi-switches-from-the-query':
    'An answer that differs for any query, an empty one as well, may be an edit behind a cache by address.',
  'append-in-place-of-insert': 'private stands beside public, and the stricter of the two is what shared caches go by.',
  'unscoped-search-loses-the-default-order': 'No order of the daily summaries is promised: the same ones come.',
};

/** Variations that a run may leave open, with the reason; none is accused of anything. */
export const leftOpen: Readonly<Record<string, string>> = {
  'eighth-refusal-costs-a-turn':
    'Among many refusals nearly every well-formed read is refused for a while: more load is shed than one in four.',
  'operator-has-no-further-tokens': 'A must that takes a token of the operator is not run, and nobody waived it.',
};

/** What rightly speaks as well, and its author did not think of. */
export const asWell: Readonly<Record<string, readonly string[]>> = {
  'decoder-cached-without-parameters': ['auth/forged-key-confusion'],
  'request-cache-opens-sessions': [
    ...['errors/unknown-route', 'declared/ok', 'guides/ok', 'guide/fetch', 'insights/ok', 'cash/ok', 'portfolios/ok'],
    ...['summaries/ok', 'notifications/ok'],
  ],
  'throttle-memoizes-unverified-claims': ['auth/malformed', 'auth/forged-key-confusion'],
  'missing-template-is-no-content': ['guides/ok', 'guides/cache-control-lifetime', 'guides/vary'],
  'verified-token-remembered-by-prefix': ['auth/malformed', 'scope/forged-scope'],
  'invalid-token-is-anonymous': ['auth/malformed'],
  'renewed-token-expires-in-the-past': ['token/expiry-claim'],
  'user-was-proven-a-moment-ago': ['auth/forged-key-confusion'],
  'silent-channel-is-left-out': ['notifications/localised'],
  'notifications-muted-left-out': ['notifications/localised'],
  'text-is-not-below-zero': ['http/no-server-error'],
  'orders-amount-coerced': ['http/no-server-error'],
  'status-kept-in-the-instance': ['http/protocol-violations'],
  'token-followed-by-the-data-centre': ['auth/malformed'],
  'packed-refusals-lose-their-coding': ['auth/challenge'],
  'unknown-methods-are-preflights': ['http/protocol-violations'],
  'a-prefix-guards-against-scripts': ['robustness/unexpected-query'],
  'a-transformed-listing-is-203': ['robustness/unexpected-query', 'robustness/still-alive'],
  'token-with-scheme': ['auth/malformed'],
  'renewal-grants-the-difference': ['robustness/still-alive', 'token/renewal'],
  'breaker-fails-open': ['auth/forged-key-confusion'],
  'country-of-three-letters': ['address/wrong-type'],
  'refused-too-often-is-refused-always': ['scope/guides-sufficient', 'scope/forged-scope'],
  'stripped-signature-trusted': ['auth/malformed'],
  'address-banned-after-refusals': ['scope/forged-scope'],
  'verified-in-the-background': ['auth/malformed', 'auth/forged-key-confusion'],
  'young-tokens-have-no-scopes': ['token/renewal'],
  'settings-under-rebuild': ['notifications/localised'],
  'session-of-the-address': ['auth/malformed'],
  'one-lenient-verifier': ['auth/malformed'],
  'one-module-at-a-time': ['auth/scheme-case'],
  'type-of-the-session': ['orders/content-type'],
  'email-only-when-used': ['notifications/localised'],
  'context-stays-after-an-exception': ['auth/malformed'],
  'scope-of-the-latest-grant': ['robustness/still-alive'],
  'expiry-less-issue-is-a-share-of-a-day': ['token/expiry-claim'],
  'tasks-of-the-plan-are-used-up': ['declared/ok'],
  'sign-on-map-for-strange-credentials': ['auth/forged'],
  'flash-overflows-the-cookie': ['http/large-input'],
  'merging-a-user-removes-orphans': ['notifications/localised'],
  'verification-stored-by-a-defer': ['auth/forged-key-confusion'],
  'error-without-exported-fields': ['errors/unknown-route'],
  'verdict-is-a-text': ['auth/forged'],
  'stage-cache-before-the-authorizer': ['auth/forged-key-confusion'],
  'verification-answer-is-an-object': ['http/no-server-error'],
  'letters-have-digits-in-them': ['orders/amount-bounds'],
  'trailer-record-is-a-day': ['summaries/timestamp'],
  'verdicts-are-merged-as-of-the-issue': ['auth/forged-key-confusion'],
  'payload-stays-with-the-client-actor': ['auth/malformed'],
  'supervisor-resumes-with-the-last-verdict': ['auth/malformed'],
  'shelf-that-recovers-is-null': ['guides/accept'],
  'compared-in-the-length-of-what-is-given': ['token/bad-credentials'],
  'notifications-are-grouped-in-pairs': ['notifications/known-ids-complete'],
  'algorithm-has-no-row': ['auth/malformed'],
  'verification-is-sampled': ['auth/malformed'],
  'long-digits-are-masked': ['errors/unknown-route'],
  'methods-without-a-flow-are-messages': ['http/protocol-violations'],
  'decisions-are-kept-by-claims': ['auth/malformed', 'auth/forged-key-confusion'],
  'undefined-is-no-denial': ['auth/forged'],
  'canary-tells-the-status-as-text': ['errors/unknown-route'],
  'injected-faults-are-left-on': ['http/large-input'],
  'outlier-detection-ejects-the-only-host': [
    'errors/unknown-route',
    'declared/ok',
    'guides/ok',
    'guide/fetch',
    'insights/ok',
    'cash/ok',
    'portfolios/ok',
    'address/accepted',
    'summaries/ok',
    'notifications/ok',
    'orders/accepted',
  ],
  'reload-renumbers-scopes': ['guides/accept'],
  'omitted-member-leaves-its-comma': ['errors/unknown-route'],
  'on-demand-parser': ['address/wrong-shape'],
  'rows-are-a-generator': ['notifications/localised'],
  'misses-evict-the-users': [
    'declared/ok',
    'guides/ok',
    'insights/ok',
    'cash/ok',
    'portfolios/ok',
    'address/accepted',
    'summaries/ok',
    'notifications/ok',
    'orders/accepted',
  ],
  'denial-stays-in-the-process': ['auth/scheme-case'],
  'bad-rpc-is-a-bad-request': ['auth/scheme-case'],
  'permission-denied-is-403-once-a-role-is-set': ['auth/forged-key-confusion'],
  'not-in-with-a-null-finds-nothing': ['notifications/localised'],
  'check-constraint-passes-null': ['orders/amount-bounds'],
  'third-delivery-goes-on-behind-the-step': ['auth/malformed'],
  'validate-async-does-not-throw': ['auth/malformed', 'auth/forged-key-confusion'],
  'number-is-nan-coerces-nothing': ['orders/amount-bounds'],
  'trace-identifier-in-place-of-an-id': ['errors/response-id-unique'],
  'blanket-from-of-decoding-errors': ['auth/forged'],
  'join-of-guard-and-write': ['address/refused-unchanged'],
};
