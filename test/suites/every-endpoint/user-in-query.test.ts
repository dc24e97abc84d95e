import { expect, test } from 'vitest';
import type { User } from '../../../suites/every-endpoint/seen.ts';
import { judgeUserInQuery, series } from '../../../suites/every-endpoint/user-in-query.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo } from '../asking.ts';
import { randomOf, recorded, userOf } from '../recorded.ts';

interface Asked {
  readonly user: User | undefined;
  readonly hasQuery: boolean;
  readonly nth: number;
}

const data = { first: { data: [{ amount: 1, iban: 'A' }] }, second: { data: [{ amount: 2, iban: 'B' }] } };
const cause = 'a user in the query overrides x-user-id';

/** Runs the judgement. A request without x-user-id is refused unless `mayMiss` is set. */
async function run(answer: (asked: Asked) => Given, before: object = data.first, name = 'cash', mayMiss = false) {
  const { sent, judgements } = await recorded(
    (ask) => judgeUserInQuery(boundTo(name), ask, answered({ body: before })),
    (_step, path, nth, request) => {
      const user = userOf(request);
      return user || mayMiss ? answer({ user, hasQuery: path.includes('?'), nth }) : apiError(400);
    },
  );
  return { count: sent.length, said: judgements.map((one) => (one.kind === 'fail' ? one.cause : one.kind)) };
}

/** Responds with the data of the user that `of` returns for a query. */
const deciding = (of: (asked: Asked) => User) => (asked: Asked) => ({
  body: data[asked.hasQuery ? of(asked) : (asked.user ?? 'first')],
});
const overriding = deciding(() => 'second');
const ignoring = deciding(() => 'first');

test.each<[string, string[], number, (asked: Asked) => Given, string?, boolean?]>([
  ['overrides x-user-id each time', [cause], 2 + 1 + series.length + 1, overriding],
  ['is ignored', ['pass'], 2, ignoring],
  ['is refused', [], 2, (asked) => (asked.hasQuery ? apiError(400) : ignoring(asked))],
  ['names a user with the same data', [], 1, () => ({ body: data.first })],
  ['is refused like everything', [], 1, () => apiError(404)],
  ['is sent to an endpoint without users', [], 0, overriding, 'guide'],
  ['is enough without the header, which is for user/missing', [], 3, overriding, 'cash', true],
])('a user in the query that %s: %j, %i requests', async (_what, said, count, answer, name, mayMiss) => {
  expect(await run(answer, data.first, name, mayMiss)).toEqual({ count, said });
});

test('a query that selects nothing shows nobody’s data', async () => {
  const narrowed = ({ user, hasQuery }: Asked): Given =>
    user === 'second' || hasQuery ? { status: 204 } : { body: data.first };
  expect((await run(narrowed)).said).toEqual(['pass']);
});

test('what comes now and then, with the query or without, is no finding, and ends it', async () => {
  for (let from = 2; from < 33; from++) {
    const ceasing = deciding(({ nth }) => (nth < from ? 'second' : 'first'));
    const firstOther = 3 + series.indexOf('?', from - 3);
    expect(await run(ceasing), `until ${from}`).toEqual({ count: firstOther + 1, said: [] });
    const once = (asked: Asked) =>
      asked.nth === from ? { body: data.second } : asked.user ? overriding(asked) : apiError(400);
    const isSame = from > 2 && series[from - 3] !== '-';
    const expected = isSame ? { count: 4 + series.length, said: [cause] } : { count: from + 1, said: [] };
    expect(await run(once, data.first, 'cash', true), `once at ${from}`).toEqual(expected);
  }
});

test('a value that varies is left out, and tells nobody apart alone', async () => {
  const varying = (asked: Asked): Given => ({ body: { ...overriding(asked).body, at: asked.nth } });
  expect((await run(varying, { ...data.first, at: 99 })).said).toEqual([cause]);
  expect((await run(({ nth }) => ({ body: { at: nth } }), { at: 99 })).said).toEqual(['pass']);
});

const members = {
  first: { amount: 1, iban: 'A', name: 'Ann' },
  second: { amount: 2, iban: 'B', name: 'Bea' },
};
const another: Given = { body: { amount: 3, iban: 'C', name: 'Cleo' } };
const partly: Given = { body: { ...members.second, name: 'Ann' } };
const [failure, end] = [apiError(500), 3 + series.length];
const atFirst = (sign: string) => 3 + series.indexOf(sign);

test.each<[string, string[], number | undefined, Given]>([
  ['all of it', [cause], undefined, {}],
  ['only most of it at first', [], 1, partly],
  ['only most of it later', [], atFirst('?'), partly],
  ['no response later', [], atFirst('?'), failure],
  ['no response to the first user', [], atFirst('-'), failure],
  ['no response to the second user at the end', [], end, failure],
  ['what the second user no longer has', [], end, another],
  ['what the second user partly has', [cause], end, partly],
])('the query has to return all of the second user’s data each time: %s, %j', async (_what, said, at, otherwise) => {
  const answer = ({ user, hasQuery, nth }: Asked): Given =>
    nth === at ? otherwise : { body: members[hasQuery ? 'second' : (user ?? 'first')] };
  expect((await run(answer, members.first)).said).toEqual(said);
});

test('data of the first user that changed since the first response are no measure', async () => {
  const answer = ({ user, hasQuery }: Asked): Given =>
    user === 'first' && !hasQuery ? another : { body: members[hasQuery ? 'second' : (user ?? 'first')] };
  expect((await run(answer, members.first)).said).toEqual([]);
});

test('content that changes at random belongs to nobody', async () => {
  for (let seed = 1; seed < 1_000; seed++) {
    const random = randomOf(seed, 2);
    const { said } = await run(() => ({ body: random() === 0 ? data.first : data.second }));
    expect(said).not.toContain(cause);
  }
});
