import type { Answered, Ask, Bound, Causes } from '../../engine/index.ts';
import { fail, refusedOr, withoutHeader, withUser } from '../../engine/index.ts';
import { provenUnknownUserId, unknownUserIds } from '../../fixtures/malformed/unknown-user.ts';
import { why } from '../advice.ts';
import { type Guard, judgeBehindGood, judgeWaysAround } from './bypass-attempts.ts';
import { judgeHead } from './refused-head.ts';
import { spellings } from './spelled-otherwise.ts';

/** The expected response to a request without a known user. */
export const refused = 'a refusal with a 4xx status';
const expected = refused;

const remembered = {
  suspect: 'The connection or the session remembers the user of an earlier request.',
  look: 'Read the user from x-user-id of each request, and search for a user that is stored with a socket or session.',
} as const;
const afterOthers = ['not alone', 'same connection', 'other user before'] as const;

/** How a request without x-user-id is accepted. */
export const withoutUserCauses = {
  accepted: {
    title: 'a request without x-user-id is accepted',
    expected,
    advice: [
      { ...remembered, when: [...afterOthers, '!alone'] },
      {
        suspect:
          'The code falls back to a default user, a demo user or a default language if the header is missing.',
        look: 'Search for default values of the user id, and refuse the request in one guard for all routes.',
        when: ['alone', '!not alone', '!same connection', '!other user before'],
      },
      ...why.guardByPath,
      ...why.cacheKey,
    ],
  },
  'accepted-elsewhere': {
    title: 'a user id outside x-user-id is accepted',
    expected,
    advice: [
      {
        suspect:
          'The code also takes the user from the query, the body, a cookie or another header.',
        look: 'Read the user from x-user-id only, and remove the other sources.',
      },
    ],
  },
  'head-accepted': {
    title: 'HEAD without x-user-id is accepted',
    expected,
    advice: [
      {
        suspect: 'The guard covers GET only, but the router maps HEAD to the same handler.',
        look: 'Attach the guard to the route, whatever the method is.',
      },
    ],
  },
  'accepted-on-connection': {
    title: 'the user is taken from an earlier request on the same connection',
    expected,
    advice: [{ ...remembered, when: afterOthers }, ...why.cacheKey],
  },
  'accepted-with-cookie': {
    title: 'the user is taken from a cookie of an earlier response',
    expected,
    advice: [remembered],
  },
  'spelling-served': {
    title: 'another spelling of the path is served without x-user-id',
    expected,
    advice: why.guardByPath,
  },
} satisfies Causes;

/** How the id of no user is accepted. */
export const unknownCauses = {
  accepted: {
    title: 'an unknown user is accepted',
    expected,
    advice: [
      {
        suspect:
          'The handler never checks that the user exists: it returns empty or default data, or creates the user.',
        look: 'Look up the user in one guard for all routes, refuse the request if there is none, and create no user there.',
        when: ['2xx'],
      },
      {
        suspect: 'The lookup uses a part of the id, a numeric form or a cache by token.',
        look: 'Look up the whole id as a string, and cache existence by that id.',
      },
      ...why.errorWithOk,
    ],
  },
  'accepted-later': {
    title: 'an unknown user is accepted on a later request',
    expected,
    advice: [
      {
        suspect: 'The refused request creates the user, so that the next one finds it.',
        look: 'Search the lookup of the user for code that inserts a record, and remove it.',
      },
      remembered,
    ],
  },
} satisfies Causes;

const guard: Guard<keyof typeof withoutUserCauses> = {
  of: 'user',
  lacking: (request) => withoutHeader(request, 'x-user-id'),
  causes: {
    connection: 'accepted-on-connection',
    session: 'accepted-with-cookie',
    spelled: 'spelling-served',
  },
  spellings: spellings.filter(({ name }) =>
    ['slash', 'slashes', 'upper-case', 'query'].includes(name),
  ),
};

/** Sends requests without x-user-id in ways that a guard may overlook. */
export async function askWithoutUser(bound: Bound, ask: Ask, control: Answered | undefined) {
  if (bound.endpoint.safety !== 'read') return [];
  const heads = await judgeHead(bound, ask, {
    lacking: guard.lacking,
    judge: (answered) => refusedOr(answered, fail('head-accepted')),
  });
  if (bound.depth === 'quick' || !control) return heads;
  return [...heads, ...(await judgeWaysAround(bound, ask, control, guard))];
}

/**
 * Sends an unknown user again, after a known one on the same connection: the server may have
 * created that user.
 */
export async function askUnknownAgain({ endpoint, depth, wellFormed }: Bound, ask: Ask) {
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
