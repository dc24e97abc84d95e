import { expect, test } from 'vitest';
import { sentHeader } from '../../engine/index.ts';
import { judgeUserInQuery, series } from '../../suites/every-endpoint/user-in-query.ts';
import { answered, type Given } from '../suites/answered.ts';
import { apiError } from '../suites/api-error.ts';
import { asking, boundTo } from '../suites/asking.ts';

interface Asked {
  readonly user: 'first' | 'second' | undefined;
  readonly query: string;
  readonly nth: number;
}

const data = { first: { data: [{ amount: 1, iban: 'A' }] }, second: { data: [{ amount: 2, iban: 'B' }] } };
const cause = 'a user named in the query goes before x-user-id';

async function run(answer: (asked: Asked) => Given, before: unknown = data.first, endpoint = 'cash') {
  let count = 0;
  const judged = await judgeUserInQuery(
    boundTo(endpoint),
    asking((_step, path, nth, request) => {
      count++;
      const user = /\{\{user:(first|second)\}\}/.exec(sentHeader(request, 'x-user-id')[0] ?? '')?.[1];
      return answer({ user: user as Asked['user'], query: path.split('?')[1] ?? '', nth });
    }),
    answered({ body: before }),
  );
  return { count, said: judged.map((one) => (one.kind === 'violated' ? one.cause : one.kind)) };
}

/** Answers that the query decides as `of` says; a request without a user is refused. */
const deciding = (of: (asked: Asked) => 'first' | 'second') => (asked: Asked) =>
  asked.user === undefined ? apiError(400) : { body: data[asked.query ? of(asked) : asked.user] };

test('a query that brings the other user’s data each time goes before the header', async () => {
  const { said, count } = await run(deciding(() => 'second'));
  expect(said).toEqual([cause]);
  expect(count).toBe(2 + 1 + series.length + 1);
});

test('one that is overlooked or refused is asked once', async () => {
  expect(await run(deciding(() => 'first'))).toEqual({ count: 2, said: ['held'] });
  expect(await run((asked) => (asked.query ? apiError(400) : deciding(() => 'first')(asked)))).toEqual({
    count: 2,
    said: [],
  });
});

test('a query that narrows the answer to nothing shows nobody’s data, also where the other user has nothing', async () => {
  const narrowed = ({ user, query }: Asked): Given =>
    user === undefined ? apiError(400) : user === 'second' || query ? { status: 204 } : { body: data.first };
  expect((await run(narrowed)).said).toEqual(['held']);
});

test('users who have the same, and endpoints without a user, show nothing', async () => {
  expect(await run(() => ({ body: data.first }))).toEqual({ count: 1, said: [] });
  expect(await run(() => apiError(404))).toEqual({ count: 1, said: [] });
  expect(
    await run(
      deciding(() => 'second'),
      data.first,
      'guide',
    ),
  ).toEqual({ count: 0, said: [] });
});

test('where the query is enough without the header, that is for user/missing to say', async () => {
  expect(await run((asked) => ({ body: data[asked.query ? 'second' : (asked.user ?? 'first')] }))).toEqual({
    count: 3,
    said: [],
  });
});

test('what comes now and then, with the query or without, is no finding, and ends the asking', async () => {
  for (let from = 2; from < 33; from++) {
    const ceasing = ({ nth }: Asked) => (nth < from ? 'second' : 'first');
    const firstOther = 3 + series.indexOf('?', from - 3);
    expect(await run(deciding(ceasing)), `until ${from}`).toEqual({ count: firstOther + 1, said: [] });
    const mixedUp = (asked: Asked) => (asked.nth === from ? { body: data.second } : deciding(() => 'second')(asked));
    const isSame = series[from - 3] !== '-';
    const mixedUpOnce =
      from > 2 && isSame ? { count: 4 + series.length, said: [cause] } : { count: from + 1, said: [] };
    expect(await run(mixedUp), `once at ${from}`).toEqual(mixedUpOnce);
  }
});

test('what else varies is left out, and what only varies tells nobody', async () => {
  const varying = (asked: Asked): Given => {
    const { body, ...given } = deciding(() => 'second')(asked);
    return body && asked.user ? { body: { ...(body as object), at: asked.nth } } : { ...given, body };
  };
  expect((await run(varying, { ...data.first, at: 99 })).said).toEqual([cause]);
  const moving = (asked: Asked): Given => (asked.user === undefined ? apiError(400) : { body: { at: asked.nth } });
  expect((await run(moving, { at: 99 })).said).toEqual(['held']);
});

const inMembers = {
  first: { amount: 1, iban: 'A', name: 'Ann' },
  second: { amount: 2, iban: 'B', name: 'Bea' },
  another: { amount: 3, iban: 'C', name: 'Cleo' },
};
const partly = { body: { ...inMembers.second, name: 'Ann' } };
const atEnd = 3 + series.length;

test.each<readonly [string, said: readonly string[], at: (asked: Asked) => boolean, otherwise: Given]>([
  ['all of it', [cause], () => false, {}],
  ['only most of it at first', [], ({ nth }) => nth === 1, partly],
  ['only most of it later', [], ({ nth }) => nth === 3 + series.indexOf('?'), partly],
  ['no answer later', [], ({ nth }) => nth === 3 + series.indexOf('?'), apiError(500)],
  ['no answer to the first user', [], ({ nth }) => nth === 3 + series.indexOf('-'), apiError(500)],
  ['no answer to the second user in the end', [], ({ nth }) => nth === atEnd, apiError(500)],
  ['what the second user has no more', [], ({ nth }) => nth === atEnd, { body: inMembers.another }],
  ['what the second user has but in part', [cause], ({ nth }) => nth === atEnd, partly],
  [
    'what changed for the first user since the first answer',
    [],
    ({ user, query }) => user === 'first' && !query,
    { body: inMembers.another },
  ],
])(
  'each time, the query has to bring all that lastingly tells the second user from the first: %s',
  async (_, expected, at, otherwise) => {
    const answer = (asked: Asked): Given => {
      if (asked.user === undefined) return apiError(400);
      return at(asked) ? otherwise : { body: inMembers[asked.query ? 'second' : asked.user] };
    };
    expect((await run(answer, inMembers.first)).said).toEqual(expected);
  },
);

test('contents that change for all at random are nobody’s', async () => {
  for (let seed = 1; seed < 3_000; seed++) {
    let state = Math.imul(seed, 2_654_435_761) >>> 0;
    const any = (asked: Asked): Given => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      if (asked.user === undefined) return apiError(400);
      return { body: state / 2 ** 32 < 0.5 ? data.first : data.second };
    };
    expect((await run(any)).said).not.toContain(cause);
  }
});
