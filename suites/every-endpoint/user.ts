import type { Answered, Bound, Judgement, Value } from '../../engine/index.ts';
import {
  check,
  fail,
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
import { caseOf } from '../case-of.ts';
import { inUserBattery, named } from '../endpoints.ts';
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
    cases: (bound) => series([malformedOnce(bound)]),
    judge: judgeMalformedStatus,
  }),
  check({
    id: 'user/optional',
    level: 'observe',
    endpoints: named('guide'),
    rule: 'Reports which status a single guide returns without x-user-id and with a malformed one.',
    section: 'Endpoints that are named but whose shapes are incomplete: GET /learning-guides/{id}',
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
  return fail(
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
  return fail(cause, `status ${pinned}`, summarize(answered));
}
