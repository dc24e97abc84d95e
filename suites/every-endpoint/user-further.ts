import { type Answered, type Ask, type Bound, type Judgement, withoutHeader } from '../../engine/index.ts';
import { judgeServedTwice, withItsCookies } from './served-twice.ts';
import { judgeSpelledOtherwise, spellings } from './spelled-otherwise.ts';

const header = 'x-user-id';
const expected = 'a refusal with a 4xx status';
/** The most usual of other spellings. */
const fewSpellings = spellings.slice(0, 3);

/** Requests without x-user-id that may be served nevertheless: to the same path spelled otherwise, and in a session. */
export async function askWithoutUser(
  { endpoint, depth, wellFormed }: Bound,
  ask: Ask,
  control: Answered | undefined,
): Promise<readonly Judgement[]> {
  if (endpoint.safety !== 'read' || depth === 'quick') return [];
  const whole = wellFormed();
  const cause = 'a path that is spelled otherwise is served without x-user-id';
  const judged = await judgeSpelledOtherwise(ask, whole, control, fewSpellings, { header, cause, expected });
  const cookied = await withItsCookies(ask, { of: `user:${endpoint.name}`, whole, control });
  if (!cookied) return judged;
  const inSession = await judgeServedTwice(ask, {
    step: 'session',
    request: cookied(withoutHeader(whole, header)),
    cause: 'the user is taken from a cookie that an earlier answer set',
    expected,
  });
  return [...judged, ...inSession];
}
