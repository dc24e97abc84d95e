import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/index.ts';
import { lookBehindCache } from '../../../suites/every-endpoint/behind-cache.ts';
import type { User } from '../../../suites/every-endpoint/enquiry.ts';
import { answered } from '../answered.ts';
import { randomOf } from '../recorded.ts';
import { enquiring, isolated, mixedUp, other, seen } from './two-users.ts';

const data: Record<User, Json> = { first: { name: 'Ann', orders: ['a'] }, second: { name: 'Bea', orders: ['b'] } };
const price = (value: number): Json => ({ name: 'Ann', price: value });

/** Returns the response to a request. `nth` counts earlier requests of the same kind: to fresh or to plain URLs. */
type Shown = (step: string, user: User, isFresh: boolean, nth: number) => Json | undefined;

interface Looked {
  readonly depth?: 'quick' | 'standard' | 'deep';
  /** The earlier responses to both users. */
  readonly known?: readonly Json[];
  /** The earlier responses to the second user, if they differ. */
  readonly second?: readonly Json[];
  /** When the earlier responses ended. */
  readonly at?: number;
}

async function look(shown: Shown, { depth = 'quick', known = [data.first], second = known, at }: Looked = {}) {
  const moments = new Map<string, number>();
  const counts = { fresh: 0, plain: 0 };
  const alike = enquiring((step, user, isFresh) => {
    const name = `${step}-${user}`;
    expect(moments.has(name)).toBe(false);
    moments.set(name, Date.now());
    const body = shown(step, user, isFresh, counts[isFresh ? 'fresh' : 'plain']++);
    return body === undefined ? undefined : seen(user, body);
  });
  const before = (user: User, all: readonly Json[]) =>
    all.map((body) => seen(user, body, at === undefined ? {} : { at }));
  const asked = { alike, first: before('first', known), second: before('second', second) };
  const judgements = await lookBehindCache(asked, depth);
  return { judgements, moments, steps: [...moments.keys()] };
}

const toName = { kind: 'fail', actual: expect.stringContaining('/name') };

describe('at fresh URLs', () => {
  const kept: Shown = (_step, user, isFresh) => (isFresh ? data[user] : data.first);

  test('the second user’s own data are a finding if the plain URL never returns them', async () => {
    const { judgements, steps } = await look(kept);
    expect(judgements).toMatchObject([{ ...toName, exchange: answered({ body: data.first }) }]);
    // Replicas do not alternate, so no more requests are needed.
    expect(steps).toHaveLength(16);
  });

  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
    [7, 1],
    [12, 1],
  ])('%i responses with the other user’s data at the plain URL give %i findings', async (count, found) => {
    const { judgements } = await look((_step, user, isFresh, nth) =>
      isFresh || nth >= count ? data[user] : data.first,
    );
    expect(judgements).toMatchObject(Array(found).fill({ exchange: answered({ body: data.first }) }));
  });

  test('a replica is no finding, however late the other one responds', async () => {
    const isOwn = (isFresh: boolean, nth: number) => (isFresh ? nth < 15 : nth % 2 === 0);
    const replicas: Shown = (_step, user, isFresh, nth) => (isOwn(isFresh, nth) ? data[user] : data.first);
    expect((await look(replicas)).judgements).toEqual([]);
  });

  test.each([0, 1, 3, 7])('there is no finding if response %i is missing', async (nth) => {
    const { judgements } = await look((step, ...of) => (step === `elsewhere-${nth}` ? undefined : kept(step, ...of)));
    expect(judgements).toEqual([]);
  });

  test('no more is requested if they differ in nothing but what varies for one user', async () => {
    const varying = await look((_step, _user, _isFresh, nth) => price(nth), { known: [price(7), price(8)] });
    expect(varying.judgements).toEqual([]);
    expect(varying.steps).toEqual(['elsewhere-0-second', 'elsewhere-1-first']);
  });
});

describe('after a pause', () => {
  const vague = [data.first, { name: 'Ann', orders: [] }];

  test.each([
    ['again if every response is the same', [data.first], 3],
    ['once if they varied before', vague, 1],
  ])('the users are requested %s', async (_what, known, count) => {
    const { judgements, steps } = await look(() => data.first, { depth: 'deep', known });
    expect(judgements).toEqual([]);
    expect(steps.filter((step) => /^(?:\d-)?pause-0-(?:first|second)$/.test(step))).toHaveLength(count);
  });

  test('they are requested two and a half seconds after the last response', async () => {
    const at = Date.now() - 2_470;
    const { moments } = await look(() => data.first, { depth: 'standard', known: vague, at });
    const first = [...moments].find(([step]) => step.startsWith('pause-0'))?.[1] ?? 0;
    // A timer may fire a millisecond early.
    expect(first - at + 2).toBeGreaterThanOrEqual(2_500);
  });

  /** Simulates five alternating caches that forget after a pause. */
  function fiveCaches(): Shown {
    let kept: (Json | undefined)[] = [];
    let turn = 0;
    return (step, user) => {
      if (/^pause-0$|apart-\d-0-0$|turns-\d-0$/.test(step)) kept = [];
      turn = (turn + 1) % 5;
      kept[turn] ??= data[user];
      return kept[turn];
    };
  }
  /** Simulates one cache for both users. */
  const firstComes: Shown = (step, user) => {
    if (step.startsWith('elsewhere')) return data.first;
    return data[step.endsWith('-other') ? other(user) : user];
  };

  const secondBefore: Shown = (step, ...of) => (step.startsWith('elsewhere') ? data.second : firstComes(step, ...of));

  test.each<[string, Shown, Json[]]>([
    ['several caches that returned the same each time', fiveCaches(), [data.first, data.first]],
    ['several caches that returned either user’s data', fiveCaches(), [data.first, data.second]],
    ['one cache that returns the data of whoever comes first', firstComes, [data.first]],
    ['one cache that had the second user’s data before', secondBefore, [data.second]],
  ])('%s are found', async (_what, shown, known) => {
    expect((await look(shown, { depth: 'standard', known })).judgements).toMatchObject([toName]);
  });

  test('content that changes each time is not requested for each user alone', async () => {
    const { judgements, steps } = await look((_step, user, _isFresh, nth) => price(user === 'first' ? nth : -nth), {
      depth: 'standard',
      known: [price(7_001), price(7_002)],
      second: [price(7_003), price(7_004)],
    });
    expect([judgements, steps.filter((step) => step.includes('apart'))]).toEqual([[], []]);
  });

  test('a cache that keeps its content later is not asked in the other order', async () => {
    const late: Shown = (step, ...of) => (/pause-[12]/.test(step) ? data.second : firstComes(step, ...of));
    const { judgements, steps } = await look(late, { depth: 'standard' });
    expect([judgements, steps.filter((step) => step.includes('turned'))]).toEqual([[], []]);
  });
});

test.each([
  ['a list in any order', 2, (now: number): Json => ({ data: now ? ['a', 'b'] : ['b', 'a'] })],
  ['replicas that differ for good', 2, (now: number): Json => ({ amount: 1, now })],
  ['content that changes for both', 6, (now: number): Json => ({ amount: 1, now })],
])('there is no finding in %s, by chance', async (_what, seldom, bodyOf) => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomOf(seed, seldom);
    let now = 0;
    const next = () => {
      if (random() === 0) now = 1 - now;
      return bodyOf(now);
    };
    const known = [next(), next(), next()];
    expect((await look(next, { depth: 'standard', known, second: [next(), next(), next()] })).judgements).toEqual([]);
  }
});

test.each([0, 1])('there is no finding in content that changes for both after every pause: %s', async (phase) => {
  let pauses = phase;
  const changing: Shown = (step) => {
    if (/^(pause|turned)-(\d+|alone-\d-0-0)$/.test(step)) pauses++;
    return pauses % 2 === 0 ? data.first : data.second;
  };
  expect((await look(changing, { depth: 'standard' })).judgements).toEqual([]);
  expect(pauses).toBeGreaterThan(phase + 2);
});

test('user/isolation finds a cache key without the user, and no edit', async () => {
  const isolatedBy = async (bodyOf: (who: User, isFresh: boolean, nth: number) => Json) =>
    (await isolated((_step, who, { isFresh, nth }) => ({ body: bodyOf(who, isFresh, nth) }))).causes;
  expect(await isolatedBy((who, isFresh) => (isFresh ? data[who] : data.first))).toEqual([mixedUp]);
  expect(await isolatedBy((_who, _isFresh, nth) => (nth < 14 ? data.first : data.second))).toEqual([]);
});
