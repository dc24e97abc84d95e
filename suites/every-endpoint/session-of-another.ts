import { fail, headerLines, type Judgement, pass } from '../../engine/index.ts';
import type { Enquiry, Seen } from './enquiry.ts';
import { foreignPath, type Marks, type Ownership, showsData } from './own-answers.ts';

/** So often the second user is asked for in the first one's session, and between without. */
const rounds = 3;

/**
 * Judges whether the cookies of one user override the x-user-id of another. It is a violation if every response
 * contains the cookie owner's data with the cookies, and the user's own data without them. Sends nothing if no cookies
 * are set. A cookie may also select a node, so a difference without user data is not judged.
 */
export async function judgeSession(
  enquiry: Enquiry,
  sample: Seen | undefined,
  marks: Marks,
  ownerOf: (seen: Seen) => Ownership,
): Promise<readonly Judgement[]> {
  if (!sample || headerLines(sample.exchange, 'Set-Cookie').length === 0) return [];
  let shown: Seen | undefined;
  for (let round = 0; round < rounds; round++) {
    shown = await enquiry.inSessionOfFirst(`session-${round}`);
    if (!shown) return [];
    if (ownerOf(shown) !== 'other') return [pass()];
    const plain = await enquiry.once(`no-session-${round}`, 'second');
    if (!plain || ownerOf(plain) !== 'own') return [];
  }
  if (!shown || !showsData(shown.leaves, marks, 'second')) return [];
  const expected = `${enquiry.name} of the second user, because x-user-id contains that id`;
  const actual = `with the first user's cookies, the response contains the first user's value at ${foreignPath(shown.leaves, marks, 'second')}`;
  return [fail("a response contains another user's data", expected, actual, shown.exchange)];
}
