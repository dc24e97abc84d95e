import type { Answered, Ask, Bound } from '../../engine/index.ts';
import {
  cause,
  differenceOf,
  fail,
  findQueryEffect,
  forSecond,
  isAnswered,
  isSuccess,
  pass,
  symbol,
  withoutHeader,
  withQuery,
} from '../../engine/index.ts';
import { readUserData, saidAt } from './user-data-read.ts';

/** Query parameters from which servers may read the user. The first request has all of them. */
const names = ['userId', 'user_id', 'x-user-id', 'user'] as const;

export const userInQueryCauses = {
  'user-overridden': cause<{ readonly place: string }>({
    title: 'a user in the query overrides x-user-id',
    expected: 'the response for the user in x-user-id, or a refusal with a 4xx status',
    actual: ({ place }, response) => `the second user's value at ${place}: ${response}`,
    advice: [
      {
        suspect:
          'The code reads the user from the query first, or merges query, body and headers into one object.',
        look: 'Read the user from the header only, and keep the sources of input apart.',
      },
    ],
  }),
};

/**
 * Sends the second user's id in the query, and the first user's id in x-user-id. A server may
 * ignore the query or refuse the request. It is a violation if the query, and nothing else, makes
 * the response contain the second user's data.
 */
export async function judgeUserInQuery(bound: Bound, ask: Ask, before: Answered) {
  const plain = bound.wellFormed();
  const first = readUserData(before);
  if (bound.endpoint.user !== 'required' || !first) return [];
  const second = readUserData(await ask('user-in-query-second', forSecond(plain)));
  const own = second && differenceOf(first.says, second.says).added;
  if (!own?.size) return [];
  const naming = (some: readonly string[]) =>
    some.reduce((one, name) => withQuery(one, name, symbol('user:second')), plain);
  let query = naming(names);
  let shown = readUserData(await ask('user-in-query', query));
  // A server may know one of the names, and refuse the others.
  for (const name of shown ? [] : names) {
    query = naming([name]);
    shown = readUserData(await ask(`user-in-query-${name}`, query));
    if (shown) break;
  }
  if (!shown) return [];
  const difference = differenceOf(first.says, shown.says);
  if (![...difference.added].some((one) => own.has(one))) return [pass()];
  // user/missing reports servers that take the user from the query even without the header.
  const bare = await ask('user-in-query-alone', withoutHeader(query, 'x-user-id'));
  if (!isAnswered(bare) || isSuccess(bare)) return [];
  const subject = {
    name: 'user-in-query',
    read: readUserData,
    ask,
    depth: bound.depth,
    seed: bound.seed,
  };
  const found = await findQueryEffect({ ...subject, plain, queried: query }, difference);
  const statement =
    found.kind === 'differs' && !found.isByAny && [...found.own[1]].find((one) => own.has(one));
  if (!statement) return [];
  const { place } = saidAt(statement);
  return [fail('user-overridden', { place }, shown.exchange)];
}
