import {
  type Answered,
  type Ask,
  type Bound,
  briefly,
  fail,
  forSecond,
  isAnswered,
  isSuccess,
  type Judgement,
  pass,
  type Request,
  symbol,
  withoutHeader,
  withQuery,
} from '../../engine/index.ts';
import { foreignPath, general, type Marks, marksOf, ownershipOf, varyingPaths } from './own-answers.ts';
import { readAnswer, type Seen } from './seen.ts';

/** Names under which servers bind a user from the query; one request has them all. */
const names = ['userId', 'user_id', 'x-user-id', 'user'] as const;

/**
 * Further requests without (`-`) and with the query (`?`). Each must confirm the first result. Two replicas that
 * respond at random confirm all of them once in 2^33 runs.
 */
export const series = '-?--??-?-???---?-??-?--?-??--?' as const;

/**
 * Sends the second user's id in the query, and the first user's id in x-user-id. A server may ignore the query or
 * refuse the request. It is a violation if each response contains the second user's data with the query, and the first
 * user's without it.
 */
export async function judgeUserInQuery(bound: Bound, ask: Ask, before: Answered): Promise<readonly Judgement[]> {
  const plain = bound.wellFormed();
  if (bound.endpoint.user !== 'required') return [];
  const query = names.reduce((one, name) => withQuery(one, name, symbol('user:second')), plain);
  const read = async (step: string, request: Request, user: Seen['user']) =>
    readAnswer(await ask(`user-in-query-${step}`, request), user);
  const [first, second] = [readAnswer(before, 'first'), await read('second', forSecond(plain), 'second')];
  if (!first || !second) return [];
  const differing = marksOf([first.leaves], [second.leaves]);
  if (differing.size === 0) return [];
  const isTheirs = ({ leaves }: Seen) => ownershipOf(leaves, differing, 'first') === 'other';
  const came = await ask('user-in-query', query);
  if (!isAnswered(came) || !isSuccess(came)) return [];
  const shown = readAnswer(came, 'first');
  // What has no content is nobody's data: a query may also narrow what is shown, to nothing.
  if (!shown || shown.body === null || !isTheirs(shown)) return [pass()];
  // Who takes the user from the query in any case, the missing header included, is found by user/missing.
  const bare = await ask('user-in-query-alone', withoutHeader(query, 'x-user-id'));
  if (!isAnswered(bare) || isSuccess(bare)) return [];
  const [mine, theirs] = [[first], [second, shown]];
  for (const [nth, sign] of [...series].entries()) {
    const next = await read(`${nth}`, sign === '?' ? query : plain, 'first');
    if (!next || isTheirs(next) !== (sign === '?')) return [];
    (sign === '?' ? theirs : mine).push(next);
  }
  const again = await read('second-again', forSecond(plain), 'second');
  if (!again) return [];
  const marks = lastingMarks(mine, [second, again]);
  const isShown = marks.size > 0 && theirs.every((one) => isOf('second', one, marks));
  if (!isShown || !mine.every((one) => isOf('first', one, marks))) return [];
  const expected = 'the response for the user in x-user-id, or a refusal with a 4xx status';
  const actual = `the second user's value at ${foreignPath(shown.leaves, marks, 'first')}: ${briefly(came)}`;
  return [fail('a user in the query overrides x-user-id', expected, actual, came)];
}

/** What is never the same for both, and always the same for each of them. */
function lastingMarks(first: readonly Seen[], second: readonly Seen[]): Marks {
  const [mine, theirs] = [first, second].map((seen) => seen.map(({ leaves }) => leaves));
  const varying = varyingPaths(mine ?? [], theirs ?? []);
  return new Map([...marksOf(mine ?? [], theirs ?? [])].filter(([path]) => !varying.has(general(path))));
}

/** Whether all that tells the users apart is that user's. */
function isOf(user: Seen['user'], { leaves }: Seen, marks: Marks): boolean {
  return ownershipOf(leaves, marks, user) === 'own';
}
