import {
  type Advice,
  type Answered,
  type Ask,
  type Bound,
  cause,
  check,
  fail,
  fromTarget,
  generated,
  inconclusive,
  isRefusal,
  observed,
  pass,
  refusedOr,
  say,
  sentHeader,
  series,
  statusOr,
  suite,
  symbol,
  type Value,
  withoutHeader,
  withUser,
} from '../../engine/index.ts';
import { caseOf, countsFor, malformedCases } from '../../fixtures/malformed/cases.ts';
import {
  saysElsewhere,
  userElsewhere,
  userInQuery,
} from '../../fixtures/malformed/other-places.ts';
import { spellings } from '../../fixtures/malformed/path-spelling.ts';
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
import { inUserBattery, named } from '../endpoints.ts';
import { expecting, mustRefuse, notServedOr, oneCase, refusal } from '../refusals.ts';
import { spec } from '../statements.ts';
import { type Guard, judgeBehindGood, judgeHead, judgeWaysAround } from './bypass-attempts.ts';
import { hasWords, isEnglish, messageOf, saysUserNotFound } from './not-found-message.ts';
import { isolation } from './user-isolation.ts';

const pattern = 'Authentication; Endpoints: common request headers';
const summaries = named('summaries');
const ofSummaries = {
  endpoints: summaries,
  section: 'Endpoints: GET {base_url}/daily-summaries; Errors',
  statement: spec.summariesUser,
  cases: unknownUsersInTurn,
};
const own = symbol('user:first');

const asUser = (bound: Bound, value: Value) => withUser(bound.wellFormed(), value);

const malformedOnce = (bound: Bound) => ({
  label: 'g at the end',
  field: 'x-user-id',
  request: asUser(bound, oneMalformedUserId),
  proof: provenMalformedUserId,
});

const expectRefusal = expecting(refusal);

const remembered: Advice = {
  suspect: 'The connection or the session remembers the user of an earlier request.',
  look: 'Read the user from x-user-id of each request only.',
};
const afterOthers = ['not alone', 'same connection', 'other user before'] as const;

const guard: Guard = {
  of: 'user',
  lacking: (request) => withoutHeader(request, 'x-user-id'),
  spellings: spellings.filter(({ name }) =>
    ['slash', 'slashes', 'upper-case', 'query'].includes(name),
  ),
};

async function askWithoutUser(bound: Bound, ask: Ask, control: Answered | undefined) {
  if (bound.endpoint.safety !== 'read') return [];
  const heads = await judgeHead(bound, ask, guard.lacking, (answered) =>
    refusedOr(answered, fail('head-accepted')),
  );
  if (bound.depth === 'quick' || !control) return heads;
  return [...heads, ...(await judgeWaysAround(bound, ask, control, guard))];
}

async function askUnknownAgain({ endpoint, depth, wellFormed }: Bound, ask: Ask) {
  const [unknown] = unknownUserIds;
  if (endpoint.safety !== 'read' || depth === 'quick' || !unknown) return [];
  return judgeBehindGood(ask, {
    step: 'connection',
    connection: `unknown:${endpoint.name}`,
    good: wellFormed(),
    request: withUser(wellFormed(), unknown.value),
    proof: provenUnknownUserId,
    cause: 'accepted-later',
  });
}

export const user = suite('user', [
  check({
    id: 'user/missing',
    level: 'must',
    sameDefectAs: ['user/missing'],
    endpoints: inUserBattery,
    rule:
      'A request without an x-user-id header is refused, even if its query, another header or ' +
      'its body contains the id.',
    section: pattern,
    statement: spec.userHeader,
    causes: {
      accepted: expectRefusal(
        'a request without x-user-id is accepted',
        { ...remembered, when: [...afterOthers, '!alone'] },
        {
          suspect: 'The code falls back to a default user, a demo user or a default language.',
          look: 'Remove default users, and refuse the request in one guard for all routes.',
          when: ['alone', '!not alone', '!same connection', '!other user before'],
        },
        why.guardByPath,
        why.cacheKey,
      ),
      'accepted-elsewhere': expectRefusal('a user id outside x-user-id is accepted', {
        suspect:
          'The code also takes the user from the query, the body, a cookie or another header.',
        look: 'Read the user from x-user-id only.',
      }),
      'head-accepted': expectRefusal('HEAD without x-user-id is accepted', {
        suspect: 'The guard covers GET only, but the router maps HEAD to the same handler.',
        look: 'Attach the guard to the route, whatever the method is.',
      }),
      'accepted-on-connection': expectRefusal(
        'the user is taken from an earlier request on the same connection',
        { ...remembered, when: afterOthers },
        why.cacheKey,
      ),
      'accepted-with-cookie': expectRefusal(
        'the user is taken from a cookie of an earlier response',
        remembered,
      ),
      'spelling-served': expectRefusal(
        'another spelling of the path is served without x-user-id',
        why.guardByPath,
      ),
    },
    cases: (bound) => {
      const request = withoutHeader(bound.wellFormed(), 'x-user-id');
      const elsewhere = [
        ...userInQuery(request),
        ...(bound.depth === 'quick' ? [] : userElsewhere(request)),
      ];
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
    ...mustRefuse('a malformed x-user-id'),
    id: 'user/malformed',
    level: 'must',
    endpoints: inUserBattery,
    rule: 'A request is refused if its x-user-id is not 24 lowercase hexadecimal characters.',
    section: pattern,
    statement: spec.userHeader,
    advice: [
      {
        suspect:
          'The code normalises the id before the check: case, trimming, decoding, splitting.',
        look: 'Check the raw value against ^[a-f0-9]{24}$ first, and change nothing before that.',
      },
      {
        suspect: 'The pattern is not anchored, ignores case, or lets $ match before a line break.',
        look: 'Match the whole string, such as between \\A and \\z, without the flags i and m.',
        when: ['longer user id'],
      },
      {
        suspect: 'The lookup finds the user by prefix, pattern or a collation that ignores case.',
        look: 'Compare the id exactly in the query, with a binary collation.',
      },
      {
        suspect: 'Special values such as an empty id, "me" or "demo" select a default user.',
        look: 'Remove these values.',
      },
    ],
    cases: (bound) =>
      malformedCases(
        bound,
        caseOf('x-user-id', provenMalformedUserId, (value) => asUser(bound, value)),
        malformedUserIds,
        coreUserIds,
        furtherUserIds,
        anyMalformedUserId,
      ),
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
        look: 'Read all values of the header, and refuse more than one.',
      },
      {
        suspect: 'A gateway joins the lines, and the code takes one valid id from them.',
        look: 'Check the joined value against the pattern instead of splitting it.',
      },
    ],
    causes: {
      accepted: { title: 'two x-user-id lines with different ids are accepted', expected: refusal },
    },
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
    judge: (answered) => refusedOr(answered, fail('accepted')),
  }),
  check({
    id: 'user/unknown',
    level: 'must',
    endpoints: inUserBattery,
    rule: 'A request is refused if its x-user-id is well-formed but belongs to no user.',
    section: 'Authentication: the user must exist; Errors',
    statement: spec.userExists,
    causes: {
      accepted: expectRefusal(
        'an unknown user is accepted',
        {
          suspect: 'The handler returns empty or default data, or creates the user.',
          look: 'Look up the user in one guard for all routes.',
          when: ['2xx'],
        },
        {
          suspect: 'The lookup uses a part of the id, a numeric form or a cache by token.',
          look: 'Look up the whole id as a string, and cache existence by that id.',
        },
        why.errorWithOk,
      ),
      'accepted-later': expectRefusal(
        'an unknown user is accepted on a later request',
        {
          suspect: 'The refused request creates the user, so that the next one finds it.',
          look: 'Remove code that inserts a record from the lookup.',
        },
        remembered,
      ),
    },
    cases: (bound) => {
      const toCase = toUnknownCase(bound);
      // An id near may belong to another user.
      const near = bound.endpoint.safety === 'read' ? neighbouringUserIds : [];
      return series(
        [...unknownUserIds, ...near].map(toCase),
        generated({ arbitrary: anyUnknownUserId, counts: countsFor(bound, [1, 2, 60]), toCase }),
      );
    },
    judge: (answered) => refusedOr(answered, fail('accepted')),
    followUps: askUnknownAgain,
  }),
  check({
    ...ofSummaries,
    id: 'user/unknown-summaries',
    level: 'must',
    rule: 'An unknown user gets 401 on the daily summaries.',
    causes: {
      'other-status': cause<{ status: number }>({
        title: 'an unknown user is refused with a status other than 401',
        expected: 'status 401',
        advice: [
          {
            suspect: 'The exception for a missing record is mapped to 404, as for other resources.',
            look: 'Map an unknown user to 401 here.',
            when: [({ status }) => status === 404],
          },
          {
            suspect: 'The permission check runs first and refuses an unknown user with 403.',
            look: 'Check that the user exists before the permissions.',
            when: [({ status }) => status === 403],
          },
        ],
      }),
    },
    judge: (answered) =>
      notRefused(answered) ??
      statusOr(answered, 401, fail('other-status', { status: answered.answer.status })),
  }),
  check({
    ...ofSummaries,
    id: 'user/unknown-message',
    level: 'should',
    rule:
      'The message for an unknown user on the daily summaries says that the user was not ' +
      'found.',
    advice: [
      {
        suspect: 'The message is generic, such as Unauthorized, or the text is elsewhere.',
        look: 'Set error.message to "User not found" for this refusal.',
      },
      {
        suspect: 'A translation, a template, a filter or a shared buffer replaces the text.',
        look: 'Compare the message in the code, and in every language, with the body received.',
      },
    ],
    causes: {
      'other-message': cause<{ value: string }>({
        title: 'the message does not say that the user was not found',
        expected: 'an error.message such as "User not found"',
        actual: ({ value }, response) => `"${value}" (${response})`,
      }),
    },
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
    judge: ({ answer }) => observed(say`${answer.status}`),
  }),
  check({
    id: 'user/malformed-status',
    level: 'observe',
    when: 'pinned',
    endpoints: (endpoint) => inUserBattery(endpoint) && endpoint.safety === 'read',
    rule:
      'If the profile sets a status for a malformed x-user-id, the refusal has that status. ' +
      'Otherwise the status is reported.',
    section: 'Errors',
    statement: spec.statusNotShown,
    causes: {
      'other-status': cause<{ pinned: number }>({
        title: 'a malformed x-user-id is refused with a status other than that of the profile',
        expected: ({ pinned }) => `status ${pinned}`,
      }),
    },
    advice: [why.wrongStatus, ...why.unspecified],
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
    judge: ({ request, answer }) => {
      const what = sentHeader(request, 'x-user-id').length > 0 ? say`a malformed` : say`no`;
      return observed(say`${what} x-user-id: ${answer.status}`);
    },
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
    cases: oneCase('a user of another client', (bound) => asUser(bound, symbol('user:foreign'))),
    judge: ({ answer }) => observed(say`${answer.status}`),
  }),
]);

/** If it contains the id elsewhere, any response but a success will do. */
export function judgeMissing(answered: Answered) {
  if (!saysElsewhere(answered.request, 'user:first')) return refusedOr(answered, fail('accepted'));
  return notServedOr(answered, fail('accepted-elsewhere'));
}

/** Other requirements judge these. */
const notRefused = (answered: Answered) =>
  isRefusal(answered)
    ? undefined
    : inconclusive(say`not refused: the response is ${answered.answer.status}`);

function toUnknownCase(bound: Bound) {
  return caseOf('x-user-id', provenUnknownUserId, (value) => asUser(bound, value));
}

/** Some servers respond differently every third time. */
function unknownUsersInTurn(bound: Bound) {
  const ids = unknownUserIds.slice(-2);
  return series([...ids, ...ids, ...ids].map(toUnknownCase(bound)));
}

export function judgeUnknownMessage(answered: Answered) {
  const doubt = notRefused(answered);
  if (doubt) return doubt;
  const message = messageOf(answered);
  if (message === undefined || message.trim() === '')
    return inconclusive(say`the refusal has no text at error.message`);
  if (saysUserNotFound(answered)) return pass();
  if (hasWords(message) && !isEnglish(message))
    return observed(say`the message is in an unknown language: "${message}"`);
  return fail('other-message', { value: fromTarget(message) });
}

export function judgeMalformedStatus(
  answered: Answered,
  _control: Answered | undefined,
  { profile }: Bound,
) {
  const pinned = profile.malformedUserStatus;
  const { status } = answered.answer;
  if (pinned === undefined) return observed(say`${status}`);
  return notRefused(answered) ?? (status === pinned ? pass() : fail('other-status', { pinned }));
}
