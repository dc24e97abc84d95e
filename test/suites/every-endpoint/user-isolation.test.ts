import { expect, test } from 'vitest';
import { type Request, sentHeader } from '../../../engine/index.ts';
import { isolation } from '../../../suites/every-endpoint/user-isolation.ts';
import type { Given } from '../answered.ts';
import { boundTo } from '../asking.ts';
import { judgedBy, userOf, type Who } from '../recorded.ts';
import { saidBy } from '../said.ts';

const dataOf = {
  first: { iban: 'A', owner: 'Ada', amount: 1, limit: 10 },
  second: { iban: 'B', owner: 'Bo', amount: 2, limit: 20 },
};

/** Judges a target that knows the user of the request before. */
async function judged(answer: (user: Who, before: Who, request: Request) => Given) {
  let before: Who = 'first';
  const { judgements } = await judgedBy(
    isolation,
    (_step, _path, nth, request) => {
      const user = userOf(request) ?? 'first';
      const given = answer(user, before, request);
      before = user;
      return { at: nth * 1_000, ...given };
    },
    boundTo('cash', { depth: 'standard', covers: (name) => name === 'cash' }),
  );
  const [found] = judgements;
  if (found?.kind !== 'fail') throw new TypeError(JSON.stringify(judgements));
  return { found, said: saidBy(isolation, found) };
}

const mixed = (user: Who, before: Who) => ({ ...dataOf[before], owner: dataOf[user].owner });

test.each<[boolean, (user: Who, before: Who) => object]>([
  [false, (_user, before) => dataOf[before]],
  [true, mixed],
])('data of the user before are foreign data, and partial: %s', async (isPartial, of) => {
  const { found, said } = await judged((user, before) => ({ body: { data: [of(user, before)] } }));
  expect(found).toMatchObject({
    cause: 'foreign-data',
    facts: { isPartial: { value: isPartial } },
  });
  expect(said).toEqual({
    title: "a response contains another user's data",
    expected: 'the same response from cash to the first user as when only that user sends requests',
    actual: expect.stringMatching(
      /^\d+ of \d+ responses from cash to the first user contain the second user's data, such as "B" at \/data\/\*\/iban$/,
    ),
  });
});

test('data for the user of a cookie are foreign data too', async () => {
  const { found, said } = await judged((user, _before, request) => ({
    body: { data: [dataOf[sentHeader(request, 'Cookie').length > 0 ? 'first' : user]] },
    headers: [
      ['Content-Type', 'application/json'],
      ['Set-Cookie', 'SID=1'],
    ],
  }));
  expect(found).toMatchObject({
    cause: 'foreign-data',
    recipe: { share: { times: 16, of: 16 }, otherwise: { without: { times: 0 } } },
  });
  expect(said.actual).toBe(
    '16 of 16 responses from cash to the second user contain the first user\'s data, such as "A" at /data/*/iban',
  );
});

test('no data after a request for the other user depend on the order', async () => {
  const { found, said } = await judged((user, before) => ({
    body: { data: user === before ? [dataOf[user]] : [] },
  }));
  expect(found).toMatchObject({ cause: 'depends-on-previous' });
  expect(said.actual).toMatch(
    /, each after a request for the second user, lack the first user's value "A" at \/data\/\*\/iban$/,
  );
});
