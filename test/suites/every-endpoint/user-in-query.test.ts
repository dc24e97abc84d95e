import { expect, test } from 'vitest';
import { judgeUserInQuery } from '../../../suites/every-endpoint/user-in-query.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo } from '../asking.ts';
import { randomOf, recorded, userOf, type Who } from '../recorded.ts';

interface Asked {
  readonly user: Who | undefined;
  /** The parameter names in the query that contain `user`. */
  readonly names: readonly string[];
  readonly hasQuery: boolean;
  readonly nth: number;
}

const data = { first: { data: [{ amount: 1, iban: 'A' }] }, second: { data: [{ amount: 2, iban: 'B' }] } };
const cause = 'a user in the query overrides x-user-id';

/** Runs the judgement. A request without x-user-id is refused unless `mayMiss` is set. */
async function run(answer: (asked: Asked) => Given, name = 'cash', mayMiss = false) {
  const { sent, judgements } = await recorded(
    (ask) => judgeUserInQuery(boundTo(name), ask, answered({ body: data.first })),
    (_step, path, nth, request) => {
      const user = userOf(request);
      const names = [...new URLSearchParams(path.split('?')[1]).keys()].filter((name) => name.includes('user'));
      return user || mayMiss ? answer({ user, names, hasQuery: names.length > 0, nth }) : apiError(400);
    },
  );
  return { count: sent.length, said: judgements.map((one) => (one.kind === 'fail' ? one.cause : one.kind)) };
}

/** Responds with the data of the user that `of` returns for a query. */
const deciding = (of: (asked: Asked) => Who) => (asked: Asked) => ({
  body: data[asked.hasQuery ? of(asked) : (asked.user ?? 'first')],
});
const overriding = deciding(() => 'second');
const ignoring = deciding(() => 'first');
const oneName = ({ names, ...asked }: Asked): Given =>
  names.length === 0 || names.join() === 'user_id' ? overriding({ ...asked, names }) : apiError(400);
const random = randomOf(7, 3);
const mostly = (): Who => (random() > 0 ? 'second' : 'first');

test.each<[string, string[], number, (asked: Asked) => Given, string?, boolean?]>([
  ['overrides x-user-id each time', [cause], 3 + 64, overriding],
  ['overrides it two times in three', [cause], 3 + 2 * 64, deciding(mostly)],
  ['overrides it under one name, and is refused under others', [cause], 5 + 64, oneName],
  ['is ignored', ['pass'], 2, ignoring],
  ['is refused', [], 6, (asked) => (asked.hasQuery ? apiError(400) : ignoring(asked))],
  ['names a user with the same data', [], 1, () => ({ body: data.first })],
  ['is refused like everything', [], 1, () => apiError(404)],
  ['is sent to an endpoint without users', [], 0, overriding, 'guide'],
  ['is enough without the header, which is for user/missing', [], 3, overriding, 'cash', true],
])('a user in the query that %s: %j, %i requests', async (_what, said, count, answer, name, mayMiss) => {
  expect(await run(answer, name, mayMiss)).toEqual({ count, said });
});

test('an empty response to a query is no data of the other user', async () => {
  const narrowed = ({ user, hasQuery }: Asked): Given =>
    user === 'second' ? { body: data.second } : { body: hasQuery ? { data: [] } : data.first };
  expect((await run(narrowed)).said).toEqual(['pass']);
});

test('data of the second user without the query, or at random, are no finding', async () => {
  for (let seed = 1; seed < 200; seed++) {
    const random = randomOf(seed, 2);
    const { said } = await run(() => ({ body: random() === 0 ? data.first : data.second }));
    expect(said).not.toContain(cause);
  }
});
