import type { Answered, Ask, Bound, FollowUps, Judgement } from '../../engine/index.ts';
import { judgeRefusal, withoutHeader, withUser } from '../../engine/index.ts';
import { provenUnknownUserId, unknownUserIds } from '../../fixtures/malformed/unknown-user.ts';
import { type Guard, judgeBehindGood, judgeWaysAround } from './bypass-attempts.ts';
import { judgeHead } from './refused-head.ts';
import { spellings } from './spelled-otherwise.ts';

const expected = 'a refusal with a 4xx status';

const judgeHeadWithoutUser = (answered: Answered) =>
  judgeRefusal(answered, 'HEAD without x-user-id is accepted', expected);

const guard: Guard = {
  of: 'user',
  lacking: (request) => withoutHeader(request, 'x-user-id'),
  expected,
  causes: {
    connection: 'the user is taken from an earlier request on the same connection',
    session: 'the user is taken from a cookie of an earlier response',
    spelled: 'another spelling of the path is served without x-user-id',
  },
  spellings: spellings.filter(({ name }) =>
    ['slash', 'slashes', 'upper-case', 'query'].includes(name),
  ),
};

/** Sends requests without x-user-id in ways that a guard may overlook. */
export const askWithoutUser: FollowUps = async (bound, ask, control) => {
  if (bound.endpoint.safety !== 'read') return [];
  const heads = await judgeHead(bound, ask, {
    lacking: guard.lacking,
    judge: judgeHeadWithoutUser,
  });
  if (bound.depth === 'quick' || !control) return heads;
  return [...heads, ...(await judgeWaysAround(bound, ask, control, guard))];
};

/**
 * Sends an unknown user again, after a known one on the same connection: the server may have
 * created that user.
 */
export async function askUnknownAgain(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const { endpoint, depth, wellFormed } = bound;
  const [unknown] = unknownUserIds;
  if (endpoint.safety !== 'read' || depth === 'quick' || !unknown) return [];
  return judgeBehindGood(ask, {
    step: 'connection',
    connection: `unknown:${endpoint.name}`,
    good: wellFormed(),
    request: withUser(wellFormed(), unknown.value),
    proof: provenUnknownUserId,
    cause: 'an unknown user is accepted on a later request',
    expected,
  });
}
