import {
  type Advice,
  type Answered,
  type Ask,
  type Bound,
  type Causes,
  fail,
  refusedOr,
  withoutHeader,
  withUser,
} from '../../engine/index.ts';
import { provenUnknownUserId, unknownUserIds } from '../../fixtures/malformed/unknown-user.ts';
import { why } from '../advice.ts';
import { refusal } from '../case-of.ts';
import { type Guard, judgeBehindGood, judgeHead, judgeWaysAround } from './bypass-attempts.ts';
import { expecting } from './refusals.ts';
import { spellings } from './spelled-otherwise.ts';

const expectRefusal = expecting(refusal);

const remembered: Advice = {
  suspect: 'The connection or the session remembers the user of an earlier request.',
  look: 'Read the user from x-user-id of each request, and keep none with a socket or session.',
};
const afterOthers = ['not alone', 'same connection', 'other user before'] as const;

export const withoutUserCauses = {
  accepted: expectRefusal(
    'a request without x-user-id is accepted',
    { ...remembered, when: [...afterOthers, '!alone'] },
    {
      suspect: 'The code falls back to a default user, a demo user or a default language.',
      look: 'Search for default user ids, and refuse the request in one guard for all routes.',
      when: ['alone', '!not alone', '!same connection', '!other user before'],
    },
    ...why.guardByPath,
    ...why.cacheKey,
  ),
  'accepted-elsewhere': expectRefusal('a user id outside x-user-id is accepted', {
    suspect: 'The code also takes the user from the query, the body, a cookie or another header.',
    look: 'Read the user from x-user-id only, and remove the other sources.',
  }),
  'head-accepted': expectRefusal('HEAD without x-user-id is accepted', {
    suspect: 'The guard covers GET only, but the router maps HEAD to the same handler.',
    look: 'Attach the guard to the route, whatever the method is.',
  }),
  'accepted-on-connection': expectRefusal(
    'the user is taken from an earlier request on the same connection',
    { ...remembered, when: afterOthers },
    ...why.cacheKey,
  ),
  'accepted-with-cookie': expectRefusal(
    'the user is taken from a cookie of an earlier response',
    remembered,
  ),
  'spelling-served': expectRefusal(
    'another spelling of the path is served without x-user-id',
    ...why.guardByPath,
  ),
} satisfies Causes;

export const unknownCauses = {
  accepted: expectRefusal(
    'an unknown user is accepted',
    {
      suspect: 'The handler returns empty or default data, or creates the user.',
      look: 'Look up the user in one guard for all routes, and refuse the request without one.',
      when: ['2xx'],
    },
    {
      suspect: 'The lookup uses a part of the id, a numeric form or a cache by token.',
      look: 'Look up the whole id as a string, and cache existence by that id.',
    },
    ...why.errorWithOk,
  ),
  'accepted-later': expectRefusal(
    'an unknown user is accepted on a later request',
    {
      suspect: 'The refused request creates the user, so that the next one finds it.',
      look: 'Search the lookup of the user for code that inserts a record, and remove it.',
    },
    remembered,
  ),
} satisfies Causes;

const guard: Guard = {
  of: 'user',
  lacking: (request) => withoutHeader(request, 'x-user-id'),
  spellings: spellings.filter(({ name }) =>
    ['slash', 'slashes', 'upper-case', 'query'].includes(name),
  ),
};

export async function askWithoutUser(bound: Bound, ask: Ask, control: Answered | undefined) {
  if (bound.endpoint.safety !== 'read') return [];
  const heads = await judgeHead(bound, ask, guard.lacking, (answered) =>
    refusedOr(answered, fail('head-accepted')),
  );
  if (bound.depth === 'quick' || !control) return heads;
  return [...heads, ...(await judgeWaysAround(bound, ask, control, guard))];
}

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
