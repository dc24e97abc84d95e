import type { Defect } from './interfaces.ts';

/** Id, what it breaks, title, and what speaks as well. */
const table = `
exp-has-a-grace-period | token/expiry-claim | The grace period of five minutes is added to the exp claim, and not to expires_in.
no-store-as-an-identifier | token/no-store | Policies are identifiers of the language, which have no hyphen: the token answer says no_store.
second-secret-is-not-set | token/missing-fields | A client has a second secret for rotation, which is null and equals a missing client_secret.
scopes-by-their-labels | token/scope-granted | The value list of scopes yields labels, not codes, to the mapping of the token answer.
algorithm-has-no-row | auth/forged | The decision table of tokens has no row for a foreign algorithm, and what no row decides is 422. | auth/forged-key-confusion
verification-is-sampled | auth/forged | On analyst insights the monitoring policy samples the verifying step: of every third token only the claims are read. | auth/forged-key-confusion
introspection-is-mocked | auth/malformed | A token without dots goes to the introspection connector, whose mock finds everything active.
retries-widen-the-tolerance | auth/expired | The back-off of the retry policy is passed as the clock tolerance: 60, 600, 6000 seconds.
audiences-of-all-tenants | auth/other-audience | The list of audiences is shared by all tenants of the installation.
challenge-is-translated | auth/challenge | The challenge is translated, and the German one is no header value and is dropped.
calls-from-this-host-are-internal | auth/missing | Cash without Authorization from the same host is a call of another flow, and needs no token.
scopes-found-by-halving | scope/guides-sufficient | Scopes are searched by halving, and the list of the token is not sorted.
edition-stands-for-the-scope | scope/guides-required | A user of the edition plus has the learning feature, and it stands for the scope of the token.
null-is-not-false | user/missing | A validation fails on false, and the pattern of a missing x-user-id is null: cash is empty and 200.
a-miss-is-a-document | user/unknown | The archive answers a miss with a document that says so, and portfolios take it for the user.
cache-key-is-a-checksum | user/isolation | Results of portfolios are kept under the sum of the characters of the user id, which the two users share.
message-is-a-code | user/unknown-message | No language is known for an unknown user, and the message remains the code ATR-1042.
uuid-is-folded | errors/response-id-unique | The compiler takes uuid() for pure and folds it: each path has one responseId.
long-digits-are-masked | errors/response-id-uuid | The masking policy for account numbers masks six digits in a row, in responseId too.
or-yields-a-boolean | errors/shape | Where there is no detail the description is "detail or false", and thus false.
decision-answers-for-itself | errors/shape | A denied user gets 403 with the output of the decision table instead of an ApiError.
refusals-inherit-their-status | errors/status-matches | The refusal for a missing scope inherits from that for a bad token, with the status 401 in the body of the 403.
schema-is-named-by-its-file | errors/no-leak | The description of a refused address names the file of the mapping document.
refusals-mirror-the-media-type | errors/json | The renderer of a refused address takes the media type of the request.
paths-without-a-flow-are-retired | errors/unknown-route | A path without an active flow counts as that of a retired one: 410.
methods-without-a-flow-are-messages | errors/method | A method without a flow is an event for the message store: 202.
names-of-parameters-are-variables | http/no-server-error | Query parameters become variables, and a name that is no identifier does not compile: 500.
two-rows-match-nought | http/no-server-error | The hit policy of the bounds is unique, and two rows apply to an amount of zero or less: 500.
parked-refusals-fill-the-store | http/no-server-error | Every refusal is parked in the message store, which has 120 places; thereafter refusals are 500.
template-leaves-the-separator | http/json-media-type | The template of portfolios writes a comma for a position that the second user has hidden.
reports-of-past-days-are-public | http/private-data-not-shared | Reports of past days never change, says the caching table: the summaries of the second user are public.
refunds-wait-for-approval | http/answers | A negative amount is a refund, which waits for the approval of a clerk while the request is open.
misses-are-retried-for-ever | http/answers | The content connector takes 404 for an outage and asks again for ever: an unknown guide is never answered.
imports-infer-types | guides/schema | The import infers types from spreadsheets, and the slug 2025 becomes a number.
cover-chapter-is-not-counted | guides/chapter-count | The cover is not counted as a chapter, which makes -1 of none.
editions-are-added-up | guides/unique-ids | The catalogue of an edition is added to the basic one, and a guide in both is there twice.
catalogue-by-edition | guides/localised-ids | The catalogue of the English market is the basic edition, which lacks a guide.
policy-is-a-document | guides/cache-control-present | Cache-Control is written as a mapping document is, with colons: private: true, max-age: 1800. | guides/cache-control-lifetime
rollout-drawn-by-id | guide/fetch | A flag at seven eighths is drawn by the id of a guide: some of the listing are not found.
unknown-guides-are-ordered | guide/unknown-id | A guide that is missing is ordered from the content system: 202.
canary-has-no-licence | insights/ok | Every fifth request for analyst insights goes to the canary version of the flow, which has no licence: 402.
ranges-leave-gaps | summaries/schema | The ranges of the table of moods leave gaps between whole numbers: the label of 50.5 is null.
news-fall-back-to-null | summaries/schema | Every fourth time the news connector is late, and the fallback for its score is null.
moves-ranked-as-text | summaries/performer-lists | Moves are ranked as signed texts, where minus stands behind plus: the best are losers.
repeated-signs-are-left-out | summaries/currency-text | The report leaves out a currency sign that the row above has already.
the-whole-is-a-word | summaries/percent-text | The weight of the only holding of a day is the word all instead of 100 %.
days-are-serial-numbers | summaries/timestamp-digits | The oldest day comes from a spreadsheet, as the serial number of the day.
branding-reaches-the-ids | notifications/known-ids-complete | The branding of the tenant puts its name for service, in ids as well: email_atriumbites.
plural-forms-are-not-chosen | notifications/schema | A name that has plural forms in English is sent as the object of its forms.
undeclared-inputs-end-the-flow | robustness/unexpected-query | Inputs that the flow of cash does not declare end it quietly: 204 without the balances.
numbers-are-decimals | address/postal-code-number | A postal code that is a number is written as the decimal 89073.0, and its pattern refuses the point.
address-by-reference | address/wrong-shape | In place of an address, a text or number is the reference of a stored one.
texts-in-several-languages | address/wrong-type | An object in place of a text holds it in several languages, of which that of the user is taken.
codes-are-completed | address/country-code | The value list completes what was typed: g, gr and Greece are GB or GR.
next-reader-is-tried | address/content-type | Where the reader of the media type fails, the next one is tried, and that of JSON comes last.
addresses-normalised-by-postcode | address/overwrites | Results of the normaliser are kept by country and postal code: line1 and city are those of the first address there.
compensation-takes-the-first-snapshot | address/refused-unchanged | A refused update is compensated from the first snapshot of the flow, not the latest.
amounts-are-composites | orders/wrong-type | An object in place of an amount is a composite of the type money, of which the number is taken.
scalar-bodies-are-signals | orders/wrong-shape | A text, number or boolean as the body of an order is a signal to the flow: 202.
sides-by-their-labels | orders/accepted | Sides are found by their label in the language of the user: a German has to say kaufen.
`;

export const defects: readonly Defect[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', breaks = '', title = '', also] = line.split(' | ');
    return { id, title, breaks, ...(also ? { also: also.split(' ') } : {}) };
  });
