import { type Answered, type Ask, type Bound, type Judgement, withHeader, withoutHeader } from '../../engine/index.ts';
import { provenUnknownUserId, unknownUserIds } from '../../fixtures/malformed/unknown-user.ts';
import { judgeBehindGood, judgeServedTwice, withItsCookies } from './served-twice.ts';
import { judgeSpelledOtherwise, spellings } from './spelled-otherwise.ts';

const header = 'x-user-id';
const expected = 'a refusal with a 4xx status';
/** The most usual of other spellings. */
const fewSpellings = spellings.filter(({ name }) => ['slash', 'slashes', 'upper-case', 'query'].includes(name));

/**
 * Sends requests without x-user-id in ways that a guard may overlook. To other spellings of the path, after a valid
 * request on the same connection, and in a session.
 */
export async function askWithoutUser(
  { endpoint, depth, wellFormed }: Bound,
  ask: Ask,
  control: Answered | undefined,
): Promise<readonly Judgement[]> {
  if (endpoint.safety !== 'read' || depth === 'quick') return [];
  const whole = wellFormed();
  const cause = 'another spelling of the path is served without x-user-id';
  const judged = await judgeSpelledOtherwise(ask, whole, control, fewSpellings, {
    lacking: (request) => withoutHeader(request, header),
    cause,
    expected,
  });
  const behind = await judgeBehindGood(ask, {
    step: 'connection',
    connection: `user:${endpoint.name}`,
    good: whole,
    request: withoutHeader(whole, header),
    cause: 'the user is taken from an earlier request on the same connection',
    expected,
  });
  const cookied = await withItsCookies(ask, { of: `user:${endpoint.name}`, whole, control });
  if (!cookied) return [...judged, ...behind];
  const inSession = await judgeServedTwice(ask, {
    step: 'session',
    request: cookied(withoutHeader(whole, header)),
    cause: 'the user is taken from a cookie of an earlier response',
    expected,
  });
  return [...judged, ...behind, ...inSession];
}

/**
 * Requests an unknown user again, after a known user on the same connection. A server that creates users on first use
 * accepts it now.
 */
export async function askUnknownAgain(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const { endpoint, depth, wellFormed } = bound;
  const [unknown] = unknownUserIds;
  if (endpoint.safety !== 'read' || depth === 'quick' || !unknown) return [];
  return judgeBehindGood(ask, {
    step: 'connection',
    connection: `unknown:${endpoint.name}`,
    good: wellFormed(),
    request: withHeader(wellFormed(), header, unknown.value),
    proof: provenUnknownUserId,
    cause: 'an unknown user is accepted on a later request',
    expected,
  });
}
