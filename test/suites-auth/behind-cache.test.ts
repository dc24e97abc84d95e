import { expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Request, valueText } from '../../engine/index.ts';
import { isolation } from '../../suites/every-endpoint/user-isolation.ts';
import { asking, boundTo } from '../suites/asking.ts';

type Answering = (user: 'first' | 'second', request: Request, nth: number) => unknown;

/** Cash is what differs between the users; everything else differs as it should. */
async function run(cash: Answering, depth: 'quick' | 'standard' = 'quick') {
  const bound = { ...boundTo('cash', { depth }), covers: (name: string) => name === 'cash' || name === 'portfolios' };
  const { run: isolate } = isolation as Scenario;
  return isolate(
    bound,
    asking((step, path, nth, request) => {
      const user = step.endsWith('second') ? 'second' : 'first';
      return { body: path.includes('/portfolios') ? { of: user } : cash(user, request, nth) };
    }),
  );
}

const kinds = async (cash: Answering) => (await run(cash)).map(({ kind }) => kind);
const data = { first: { amount: 1, currency: 'EUR' }, second: { amount: 2, currency: 'AED' } };

test('users who have the same are nobody mixed up', async () => {
  expect(await kinds(() => data.first)).not.toContain('violated');
});

test('a cache that goes by the address answers both users with what the first one got', async () => {
  const kept = new Map<string, unknown>();
  const judged = await run((user, request, nth) => {
    const isUnique = valueText(request.path).includes('?');
    const key = isUnique ? `unique ${nth}` : valueText(request.path);
    if (!kept.has(key)) kept.set(key, data[user]);
    return kept.get(key);
  });
  expect(judged).toContainEqual(expect.objectContaining({ cause: 'an answer carries data of another user' }));
});

test('an edit, a query that selects, and a list of any order are no cache', async () => {
  expect(await kinds((_user, _request, nth) => (nth < 14 ? data.first : data.second))).not.toContain('violated');
  expect(await kinds((_user, request) => (valueText(request.path).includes('?') ? {} : data.first))).not.toContain(
    'violated',
  );
  const list = [{ id: 'a' }, { id: 'b' }];
  for (let seed = 0; seed < 64; seed++) {
    const isTurned = (nth: number) => ((seed * 2_654_435_761 + nth * 40_503) >>> 7) % 2 === 1;
    const cash: Answering = (_user, _request, nth) => ({ data: isTurned(nth) ? [...list].reverse() : list });
    expect(await kinds(cash)).not.toContain('violated');
  }
});

test.each([
  ['replicas that differ for good', 2],
  ['contents that go up and down for both', 6],
])('%s are no cache', async (_what, seldom) => {
  for (let seed = 1; seed < 600; seed++) {
    let state = Math.imul(seed, 2_654_435_761) >>> 0;
    let now = 0;
    const anyOfTwo: Answering = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      if (Math.floor((state / 2 ** 32) * seldom) === 0) now = 1 - now;
      return { ...data.first, now };
    };
    const judged = await run(anyOfTwo, 'standard');
    expect(judged.map(({ kind }) => kind)).not.toContain('violated');
  }
});

const afterPause = /^cash-(pause|turned)-(\d+|alone-\d-0-0)-(first|second)$/;

test.each([0, 1])('a content of all that is another after every pause is no cache: %s', async (phase) => {
  const bound = { ...boundTo('cash', { depth: 'standard' }), covers: (name: string) => name === 'cash' };
  let pauses = phase;
  const judged = await (isolation as Scenario).run(
    bound,
    asking((step) => {
      if (afterPause.test(step)) pauses++;
      return { body: pauses % 2 === 0 ? data.first : data.second };
    }),
  );
  expect(judged.map(({ kind }) => kind)).not.toContain('violated');
  expect(pauses).toBeGreaterThan(phase + 2);
});

test.each([
  ['first', undefined],
  ['second', data.second],
])(
  'a cache that keeps what it has for a moment, of the %s user at first, answers both with it',
  async (_who, before) => {
    let kept: unknown = before;
    const bound = { ...boundTo('cash', { depth: 'standard' }), covers: (name: string) => name === 'cash' };
    const judged = await (isolation as Scenario).run(
      bound,
      asking((step) => {
        const user = step.endsWith('second') ? 'second' : 'first';
        if (afterPause.test(step)) kept = undefined;
        kept ??= data[user];
        return { body: kept };
      }),
    );
    expect(judged).toMatchObject([{ cause: 'an answer carries data of another user' }]);
  },
);

test('several caches that take turns, each for a moment, answer both users with a mixture', async () => {
  const judgedWith = async (slots: number, mayForget: (step: string) => boolean) => {
    const bound = { ...boundTo('cash', { depth: 'standard' }), covers: (name: string) => name === 'cash' };
    let kept: unknown[] = [];
    let turn = 0;
    return (isolation as Scenario).run(
      bound,
      asking((step) => {
        const user = step.endsWith('second') ? 'second' : 'first';
        if (mayForget(step)) kept = [];
        turn = (turn + 1) % slots;
        kept[turn] ??= data[user];
        return { body: kept[turn] };
      }),
    );
  };
  const pauses = /^cash-(pause-0|pause-apart-\d+-0-0|pause-turns-\d-0)-(first|second)$/;
  for (const slots of [3, 5]) {
    const judged = await judgedWith(slots, (step) => pauses.test(step));
    expect(judged).toMatchObject([{ cause: 'an answer carries data of another user' }]);
  }
  // The users are told apart in the last of the turns, and there was no mixture.
  const once = await judgedWith(5, (step) => pauses.test(step) || /turns-2/.test(step));
  expect(once.map(({ kind }) => kind)).not.toContain('violated');
});
