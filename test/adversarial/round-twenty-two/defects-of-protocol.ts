import { d } from './defect.ts';
import type { Defect } from './types.ts';

/** Tokens, guards, users, errors and HTTP. */
export const defectsOfProtocol: readonly Defect[] = [
  d(
    'scope-in-clark-notation',
    'token/scope-granted',
    'The token answer is XML first, and service:nbg a qualified name, which is expanded to {urn:invest:service}nbg.',
  ),
  d(
    'scope-beyond-the-enumeration-is-its-first',
    'token/scope-withheld',
    'The enumeration of scopes of the token answer falls back on its first value, service:nbg, for a word that it does not know.',
  ),
  d(
    'minutes-of-a-duration-are-months',
    'token/expiry-claim',
    'The lifetime is configured as P60M without its T, which the claim exp takes for months and expires_in for minutes.',
  ),
  d(
    'replayed-token-answer-has-no-fields',
    'token/no-store',
    'A token request within three seconds of one of the same client is a redelivery, and its answer goes out without Cache-Control.',
  ),
  d(
    'conversation-is-keyed-by-the-client',
    'token/bad-credentials',
    'A token request within three seconds of one of the same client belongs to its conversation, and is answered whatever its secret.',
  ),
  d(
    'tokens-from-before-the-cut-over',
    'auth/expired',
    'Tokens that were issued before the cut-over of the token service are looked after by the old one, which is gone: nobody looks at exp.',
  ),
  d(
    'third-delivery-goes-on-behind-the-step',
    'auth/forged',
    'For portfolios, every third message whose signature fails counts as redelivered and goes on behind the step that failed.',
  ),
  d(
    'slip-is-looked-up-with-the-parameters',
    'auth/missing',
    'The routing slip of daily summaries is looked up by the target with its parameters, and the default slip has no step for tokens.',
  ),
  d(
    'schemes-fall-back-to-bearer',
    'auth/malformed',
    'The generated enumeration of schemes knows Basic, Digest, Negotiate and Bearer, and falls back on Bearer for any other.',
  ),
  d(
    'challenge-opens-a-conversation-once',
    'auth/challenge',
    'A 401 within two seconds of another on the route belongs to its conversation, and has no challenge of its own.',
  ),
  d(
    'translation-knows-every-audience-of-the-bus',
    'auth/other-audience',
    'The token translation accepts every audience that is registered on the bus, whichever route it came by.',
  ),
  d(
    'reconciliation-completes-the-open-intake',
    'auth/before-effects',
    'Updates are taken in before the policies, and the reconciliation completes what it finds open: those refused with 401 as well.',
  ),
  d(
    'scope-is-that-of-the-translated-token',
    'scope/guides-required',
    'The scope policy of guides stands behind the translation, and sees the token of the facade, which holds every scope.',
  ),
  d(
    'entitlements-come-after-the-first-message',
    'scope/guides-sufficient',
    'The aggregator of entitlements goes on without them at the first listing of each token: 403.',
  ),
  d(
    'aggregate-completes-without-the-profile',
    'user/unknown',
    'The aggregate of portfolios completes by its timeout where no profile comes: an unknown user has empty portfolios.',
  ),
  d(
    'fault-codes-are-being-refreshed',
    'user/unknown-summaries',
    'While the table of fault codes is refreshed, at every third unknown user of daily summaries, the default 400 holds.',
  ),
  d(
    'faultstring-goes-to-the-detail',
    'user/unknown-message',
    'The mapper of faults puts the code Client.Subject into the message, and that the user was not found into the description.',
  ),
  d(
    'replies-are-correlated-by-route',
    'user/isolation',
    'Replies for cash are correlated by route and given to whoever waits longest; for one user the back office is quicker.',
  ),
  d(
    'hexadecimal-octets-are-completed',
    'user/malformed',
    'x-user-id is hexBinary, which has whole octets: 23 characters are completed by a zero, in which ids of users end.',
  ),
  d(
    'fault-json-stays-in-its-section',
    'errors/json',
    'Errors of portfolios come as a CDATA section of a fault, whose marks stay around the JSON.',
  ),
  d(
    'attribute-makes-the-message-an-object',
    'errors/shape',
    'The reason of a refused address has the attribute xml:lang, by which the converter makes the message an object.',
  ),
  d(
    'two-details-are-a-list',
    'errors/shape',
    'A wrong type in an order has two details, for type and facet, and the repeated element becomes a list in description.',
  ),
  d(
    'status-is-that-of-the-cause',
    'errors/status-matches',
    'The 404 of an unknown user of notification settings has in its body the 500 by which SOAP sent the fault.',
  ),
  d(
    'message-history-in-the-description',
    'errors/no-leak',
    'Errors of cash have the message history in the description, with the file of the route.',
  ),
  d(
    'missing-catalogue-entry-is-blank',
    'errors/message-text',
    'The German catalogue has no entry for refused bodies, and the default of an entry is an empty text.',
  ),
  d(
    'response-id-is-named-after-the-question',
    'errors/response-id-unique',
    'The responseId of daily summaries is a name-based UUID of what was asked, by which redeliveries are recognised.',
  ),
  d(
    'default-route-acknowledges',
    'errors/unknown-route',
    'The content-based router puts what no rule matches into the queue of dead letters and acknowledges it: 202.',
  ),
  d(
    'large-answers-travel-as-parts',
    'http/json-media-type',
    'Daily summaries of more than 4,500 characters are labelled multipart/related, as attachments are.',
  ),
  d(
    'repeated-elements-are-repeated-members',
    'http/json-interoperable',
    'The streaming converter writes repeated elements as repeated members: the second user has two positions.',
  ),
  d(
    'ampersand-breaks-the-envelope',
    'http/no-server-error',
    'The template of the address record does not escape, and an ampersand or an angle bracket is answered with 500.',
  ),
  d(
    'parameters-become-elements',
    'http/no-server-error',
    'Parameters of notification settings become elements of the envelope, and a name that is no name of XML is answered with 500.',
  ),
  d(
    'policy-wildcard-takes-plurals',
    'http/private-data-not-shared',
    'The cache policy of reference data is attached to *s, which takes portfolios, summaries and notifications.',
  ),
  d(
    'splitter-of-nothing-never-completes',
    'http/answers',
    'A body that is an empty list is split into no messages, and the aggregator waits for the last of them.',
  ),
  d(
    'no-cloakroom-for-large-bodies',
    'http/large-input',
    'Bodies above 32 KiB are to be checked in, and no store is configured: 500.',
  ),
];
