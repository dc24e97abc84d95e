import type { Answered, Bound, Judgement, Value } from '../../engine/index.ts';
import {
  check,
  failed,
  generated,
  inconclusive,
  isRefusal,
  judgeRefusal,
  judgeStatus,
  observed,
  pass,
  sentHeader,
  series,
  suite,
  summarize,
  symbol,
  withoutHeader,
  withQuery,
  withUser,
} from '../../engine/index.ts';
import { saysElsewhere, userElsewhere } from '../../fixtures/malformed/other-places.ts';
import {
  anyUnknownUserId,
  neighbouringUserIds,
  provenUnknownUserId,
  strangerId,
  unknownUserIds,
} from '../../fixtures/malformed/unknown-user.ts';
import {
  anyMalformedUserId,
  coreUserIds,
  furtherUserIds,
  malformedUserIds,
  oneMalformedUserId,
  provenMalformedUserId,
} from '../../fixtures/malformed/user-id.ts';
import { why } from '../advice.ts';
import { caseOf } from '../case-of.ts';
import { inUserBattery, named } from '../endpoints.ts';
import { spec } from '../statements.ts';
import { hasWords, isEnglish, messageOf, saysUserNotFound } from './not-found-message.ts';
import { boundaryFor, countsFor, judgeLetIn, shareOfEndpoint } from './refusals.ts';
import { askUnknownAgain, askWithoutUser } from './user-bypasses.ts';
import { isolation } from './user-isolation.ts';

const pattern = 'Authentication; Endpoints: common request headers';
const summaries = named('summaries');
const own = symbol('user:first');

const asUser = (bound: Bound, value: Value) => withUser(bound.wellFormed(), value);

const malformedOnce = (bound: Bound) => ({
  label: 'x-user-id: g at the end',
  request: asUser(bound, oneMalformedUserId),
  proof: provenMalformedUserId,
});

/** The user on whose behalf a request is made. */
export const user = suite('user', [
  check({
    id: 'user/missing',
    level: 'must',
    sameDefectAs: ['user/missing'],
    endpoints: inUserBattery,
    rule: 'A request without an x-user-id header is refused, even if its query, another header or its body contains the id.',
    section: pattern,
    statement: spec.userHeader,
    advice: [
      {
        suspect: 'The connection or the session remembers the user of an earlier request.',
        look: 'Read the user from x-user-id of each request, and search for a user that is stored with a socket or session.',
        when: ['not alone', 'same connection', 'other user before', '!alone'],
      },
      {
        suspect:
          'The code falls back to a default user, a demo user or a default language if the header is missing.',
        look: 'Search for default values of the user id, and refuse the request in one guard for all routes.',
        when: ['alone', '!not alone', '!same connection', '!other user before', '!sent elsewhere'],
      },
      {
        suspect:
          'The code also takes the user from the query, the body, a cookie or another header.',
        look: 'Read the user from x-user-id only, and remove the other sources.',
        when: ['alone', 'sent elsewhere', '!not alone'],
      },
      ...why.guardByPath,
      ...why.cacheKey,
    ],
    brokenBy: ['user-defaults-to-demo', 'user-from-query', 'user-optional-behind-slash'],
    cases: (bound) => {
      const request = withoutHeader(bound.wellFormed(), 'x-user-id');
      const inQuery = (name: string) => ({
        label: `in the query parameter ${name}`,
        request: withQuery(request, name, own),
      });
      const inQueries = ['x-user-id', 'userId', 'user_id'].map(inQuery);
      const elsewhere = [...inQueries, ...(bound.depth === 'quick' ? [] : userElsewhere(request))];
      const named = elsewhere.map((one) => ({
        ...one,
        label: `no x-user-id header, and the id ${one.label}`,
      }));
      return series([{ label: 'no x-user-id header', request }, ...named]);
    },
    judge: judgeMissing,
    followUps: askWithoutUser,
  }),
  check({
    id: 'user/malformed',
    level: 'must',
    endpoints: inUserBattery,
    rule: 'A request is refused if its x-user-id is not 24 lowercase hexadecimal characters.',
    section: pattern,
    statement: spec.userHeader,
    advice: [
      {
        suspect:
          'The code normalises the id before the check: lower case, trimming, decoding, splitting or stripping.',
        look: 'Check the raw value against ^[a-f0-9]{24}$ first, and change nothing before that.',
      },
      {
        suspect:
          'The pattern is not anchored at both ends, ignores case, or lets $ match before a line break.',
        look: 'Match the whole string, for example between \\A and \\z, and without the flags i and m.',
      },
      {
        suspect: 'The lookup finds the user by prefix, pattern or a collation that ignores case.',
        look: 'Compare the id exactly in the query, with a binary collation and a typed parameter.',
      },
      {
        suspect: 'Special values such as an empty id, "me" or "demo" select a default user.',
        look: 'Remove these values from the code that resolves the user.',
      },
    ],
    brokenBy: ['user-lowercased', 'user-regex-unanchored', 'user-empty-is-demo'],
    cases: (bound) => {
      const toCase = caseOf('x-user-id: ', provenMalformedUserId, (value) => asUser(bound, value));
      return series(
        [
          ...boundaryFor(bound, malformedUserIds, coreUserIds),
          ...shareOfEndpoint(bound, furtherUserIds),
        ].map(toCase),
        generated({
          arbitrary: anyMalformedUserId,
          counts: countsFor(bound, [3, 10, 900]),
          toCase,
        }),
      );
    },
    judge: (answered) => judgeRefusal(answered, 'a malformed x-user-id is accepted'),
  }),
  check({
    id: 'user/repeated',
    level: 'should',
    sameDefectAs: ['user/malformed'],
    endpoints: inUserBattery,
    rule: 'A request with two x-user-id lines that contain different ids is refused.',
    section: `${pattern}; RFC 9110 section 5.3`,
    statement: spec.oneUser,
    advice: [
      {
        suspect: 'The framework returns only the first or the last line of a repeated header.',
        look: 'Use the function that returns all values of the header, and refuse more than one.',
      },
      {
        suspect:
          'A gateway joins the lines, and the code takes the first or the last valid id from them.',
        look: 'Check the joined value against the pattern instead of splitting it.',
      },
    ],
    brokenBy: ['user-first-of-lines', 'user-last-of-lines'],
    cases: (bound) => {
      const { headers, ...request } = withoutHeader(bound.wellFormed(), 'x-user-id');
      const toCase = (label: string, ...ids: readonly Value[]) => ({
        label: `a second x-user-id line, with the id of no user, ${label} the right one`,
        request: {
          ...request,
          headers: [...headers, ...ids.map((id) => ['x-user-id', id] as const)],
        },
        proof: provenMalformedUserId,
      });
      return series([toCase('before', strangerId, own), toCase('after', own, strangerId)]);
    },
    judge: (answered) =>
      judgeRefusal(answered, 'two x-user-id lines with different ids are accepted'),
  }),
  check({
    id: 'user/unknown',
    level: 'must',
    endpoints: inUserBattery,
    rule: 'A request is refused if its x-user-id is well-formed but belongs to no user.',
    section: 'Authentication: the user must exist; Errors',
    statement: spec.userExists,
    advice: [
      {
        suspect:
          'The handler never checks that the user exists: it returns empty or default data, or creates the user.',
        look: 'Look up the user in one guard for all routes, refuse the request if there is none, and create no user there.',
        when: ['2xx', '!4xx', '!5xx'],
      },
      {
        suspect: 'The lookup uses a part of the id, a numeric form or a cache by token.',
        look: 'Look up the whole id as a string, and cache existence by that id.',
      },
      ...why.errorWithOk,
    ],
    brokenBy: ['unknown-user-provisioned', 'unknown-user-without-cash', 'user-found-as-a-number'],
    cases: (bound) => {
      const toCase = toUnknownCase(bound);
      // An id near the user's own may belong to another user, so it is only used for reading.
      const near = bound.endpoint.safety === 'read' ? neighbouringUserIds : [];
      return series(
        [...unknownUserIds, ...near].map(toCase),
        generated({ arbitrary: anyUnknownUserId, counts: countsFor(bound, [1, 2, 60]), toCase }),
      );
    },
    judge: (answered) => judgeRefusal(answered, 'an unknown user is accepted'),
    followUps: askUnknownAgain,
  }),
  check({
    id: 'user/unknown-summaries',
    level: 'must',
    endpoints: summaries,
    rule: 'An unknown user gets 401 on the daily summaries.',
    section: 'Endpoints: GET {base_url}/daily-summaries; Errors',
    statement: spec.summariesUser,
    advice: [
      {
        suspect:
          'The exception for a missing record is mapped to 404, as it is for other resources.',
        look: 'Throw an authentication error for an unknown user here, and map it to 401.',
        when: ['4xx', '!2xx'],
      },
      {
        suspect: 'The permission check runs first and refuses an unknown user with 403.',
        look: 'Check that the user exists before the permissions.',
        when: ['4xx', '!2xx'],
      },
    ],
    brokenBy: ['unknown-user-404-on-summaries', 'unknown-user-403-on-summaries'],
    cases: unknownUsersInTurn,
    judge: (answered) =>
      isRefusal(answered)
        ? judgeStatus(answered, 401, 'an unknown user is refused with a status other than 401')
        : inconclusive(`not refused: the response is ${answered.answer.status}`),
  }),
  check({
    id: 'user/unknown-message',
    level: 'should',
    endpoints: summaries,
    rule: 'The message for an unknown user on the daily summaries says that the user was not found.',
    section: 'Endpoints: GET {base_url}/daily-summaries; Errors',
    statement: spec.summariesUser,
    advice: [
      {
        suspect:
          'The message is generic, such as Unauthorized, or only error.description has the text.',
        look: 'Set error.message to a sentence such as "User not found" for this refusal.',
      },
      {
        suspect: 'A translation, a template, a filter or a shared buffer replaces the text.',
        look: 'Compare the message in the code with the body at the client, and check the translation in every language.',
      },
    ],
    brokenBy: ['unknown-user-message-vague', 'unknown-user-message-not-available'],
    cases: unknownUsersInTurn,
    judge: judgeUnknownMessage,
  }),
  check({
    id: 'user/unknown-status',
    level: 'observe',
    endpoints: (endpoint) =>
      inUserBattery(endpoint) && !summaries(endpoint) && endpoint.safety === 'read',
    rule: 'Reports which status an unknown user gets.',
    section: 'Errors',
    statement: spec.statusNotShown,
    advice: why.unspecified,
    cases: (bound) => series(unknownUserIds.slice(-2).map(toUnknownCase(bound))),
    judge: ({ answer }) => observed(`${answer.status}`),
  }),
  check({
    id: 'user/malformed-status',
    level: 'observe',
    when: 'pinned',
    endpoints: (endpoint) => inUserBattery(endpoint) && endpoint.safety === 'read',
    rule: 'If the profile sets a status for a malformed x-user-id, the refusal has that status. Otherwise the status is reported.',
    section: 'Errors',
    statement: spec.statusNotShown,
    advice: [...why.wrongStatus, ...why.unspecified],
    cases: (bound) => series([malformedOnce(bound)]),
    judge: judgeMalformedStatus,
  }),
  check({
    id: 'user/optional',
    level: 'observe',
    endpoints: named('guide'),
    rule: 'Reports which status a single guide returns without x-user-id and with a malformed one.',
    section: 'Endpoints that are named but whose shapes are incomplete: GET /learning-guides/{id}',
    statement: spec.fullGuide,
    advice: why.unspecified,
    cases: (bound) =>
      series([
        { label: 'no x-user-id', request: withoutHeader(bound.wellFormed(), 'x-user-id') },
        malformedOnce(bound),
      ]),
    judge: ({ request, answer }) =>
      observed(
        `${sentHeader(request, 'x-user-id').length > 0 ? 'a malformed' : 'no'} x-user-id: ${answer.status}`,
      ),
  }),
  isolation,
  check({
    id: 'user/foreign-client',
    level: 'observe',
    endpoints: (endpoint) => inUserBattery(endpoint) && endpoint.safety === 'read',
    needs: ['foreign-user'],
    rule: 'Reports which status a request for a user of another client gets.',
    section: 'Authentication',
    statement: spec.userExists,
    advice: why.unspecified,
    cases: (bound) =>
      series([
        { label: 'a user of another client', request: asUser(bound, symbol('user:foreign')) },
      ]),
    judge: ({ answer }) => observed(`${answer.status}`),
  }),
]);

/**
 * Judges a request without x-user-id. If it contains the id elsewhere, any response but a success
 * will do.
 */
export function judgeMissing(answered: Answered): Judgement {
  if (!saysElsewhere(answered.request, 'user:first'))
    return judgeRefusal(answered, 'a request without x-user-id is accepted');
  return judgeLetIn(
    answered,
    'a user id outside x-user-id is accepted',
    'a refusal with a 4xx status',
  );
}

const toUnknownCase = (bound: Bound) =>
  caseOf('x-user-id: ', provenUnknownUserId, (value) => asUser(bound, value));

/** Sends each id three times: some servers respond differently every third time. */
function unknownUsersInTurn(bound: Bound) {
  const ids = unknownUserIds.slice(-2);
  const again = ids.map(({ label, value }) => ({ label: `${label}, again`, value }));
  return series([...ids, ...again, ...again].map(toUnknownCase(bound)));
}

/**
 * errors/shape judges a missing message, and user/unknown an acceptance. The language is
 * unspecified.
 */
export function judgeUnknownMessage(answered: Answered): Judgement {
  if (!isRefusal(answered))
    return inconclusive(`not refused: the response is ${answered.answer.status}`);
  const message = messageOf(answered);
  if (message === undefined || message.trim() === '')
    return inconclusive('the refusal has no text at error.message');
  if (saysUserNotFound(answered)) return pass();
  if (hasWords(message) && !isEnglish(message))
    return observed(`the message is in an unknown language: "${message}"`);
  const cause = 'the message does not say that the user was not found';
  return failed(
    cause,
    'an error.message such as "User not found"',
    `"${message}" (${summarize(answered)})`,
  );
}

/** Observes the status until the profile pins one. user/malformed judges an acceptance. */
export function judgeMalformedStatus(
  answered: Answered,
  _control: Answered | undefined,
  bound: Bound,
): Judgement {
  const pinned = bound.profile.malformedUserStatus;
  const { status } = answered.answer;
  if (pinned === undefined) return observed(`${status}`);
  if (!isRefusal(answered)) return inconclusive(`not refused: the response is ${status}`);
  if (status === pinned) return pass();
  const cause = 'a malformed x-user-id is refused with a status other than that of the profile';
  return failed(cause, `status ${pinned}`, summarize(answered));
}
