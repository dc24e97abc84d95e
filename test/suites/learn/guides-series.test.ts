import { describe, expect, test } from 'vitest';
import { type Bound, emptyProfile, statementsOf } from '../../../engine/index.ts';
import { judgeLists } from '../../../suites/daily-summaries/texts.ts';
import { guides, judgeConfigured, ordersSeen } from '../../../suites/learn/guides.ts';
import { elementRequirements, judgeOk } from '../../../suites/learn/guides-elements.ts';
import { differsInText } from '../../../suites/learn/guides-localised.ts';
import { inWords } from '../../in-words.ts';
import { answered } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { causeOf, requirementOf } from '../asking.ts';
import { saidBy } from '../said.ts';
import { judgedListings, type Listings, letters, listingOf } from './listings.ts';

/**
 * Runs guides/order-stable. The responses of each series come five seconds after those of the
 * previous one.
 */
const stable = (target: Listings, changes = {}) =>
  judgedListings(
    'order-stable',
    (step, of) => ({ at: 5_000 * Number(step[6]), ...target(step, of) }),
    changes,
  );

test('one series with one order is enough, and some of its requests are simultaneous', async () => {
  const at = [
    '0-0',
    '1-0',
    ...[2, 3, 4, 5, 6, 7].flatMap((nth) => [`${nth}-0`, `${nth}-1`]),
    'after-150-ms',
    'after-300-ms',
  ];
  const { kinds, steps } = await stable(() => letters('ab'));
  expect([kinds, steps]).toEqual(['pass', at.map((step) => `asked-1-${step}`)]);
});

/**
 * Returns a target that, in these series, sends another order to the second request of each pair.
 */
const changing = (...series: readonly number[]): Listings => {
  return (step) => letters(series.includes(Number(step[6])) && step.endsWith('-1') ? 'ba' : 'ab');
};
const shuffled: Listings = (_step, { nth }) =>
  letters([...new Set('abcdefgh'.slice(nth % 8) + 'ihgfedcba'.slice(nth % 9))].join(''));
test.each<[string, number, string, Listings]>([
  ['inconclusive', 16, 'is that of one guide', () => letters('a')],
  ['fail', 38, 'changes in two series', changing(1, 2)],
  ['fail', 38, 'is another one each time', shuffled],
  [
    'fail',
    38,
    'is another one for a moment',
    (step) => letters(step.endsWith('after-300-ms') ? 'ba' : 'ab'),
  ],
  // An edit that a replica shows later could explain these.
  [
    'pass',
    82,
    'goes to and fro in the first series',
    (step) => letters(/^asked-1-.*0$/.test(step) ? 'ab' : 'ba'),
  ],
  ['pass', 82, 'changes once', (step) => letters(step === 'asked-1-7-1' ? 'ba' : 'ab')],
])('%s, after %i requests, if the order %s', async (kind, sent, _what, target) => {
  const { kinds, steps } = await stable(target);
  expect([kinds, steps.length]).toEqual([kind, sent]);
});

test.each<[string, readonly unknown[], readonly unknown[]]>([
  ['fail', [{ id: null, title: 'a' }, 'b'], ['b', { id: null, title: 'a' }]],
  ['fail', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }]],
  ['pass', [{ id: 'a', title: 1 }, { id: 'b' }], [{ id: 'a', title: 2 }, { id: 'b' }]],
])(
  '%s: elements are identified by their id or, without one, by their content',
  async (kinds, one, other) => {
    expect((await stable((step) => listingOf(...(step.endsWith('-1') ? other : one)))).kinds).toBe(
      kinds,
    );
  },
);

test('one refused listing makes guides/order-stable inconclusive', async () => {
  const { kinds } = await stable((step) =>
    step === 'asked-1-3-1' ? apiError(403) : letters('ab'),
  );
  expect(kinds).toBe('inconclusive');
});

test.each<[string, string, Listings]>([
  ['pass,pass', 'ba', () => letters('ba')],
  ['fail,pass', 'ab', () => letters('ba')],
  ['fail,fail', 'ab', changing(1, 2)],
])('the configured order is judged as well: %s for %s', async (kinds, order, target) => {
  expect(
    (await stable(target, { profile: { ...emptyProfile, guideOrder: [...order] } })).kinds,
  ).toBe(kinds);
});

describe('listings between requests for two guides', () => {
  /**
   * Sorts the listing by `place`, which gets the ids requested so far. `first` is the number of the
   * guide a.
   */
  const reading = (place: (id: string, read: readonly string[]) => number, first = 0): Listings => {
    const read: string[] = [];
    return (step, { path }) => {
      if (path.includes('{{guide:')) read.push(path.includes(`{{guide:${first}}}`) ? 'a' : 'b');
      const ids = [...'abc'].sort((one, other) => place(other, read) - place(one, read));
      return {
        ...letters(ids.join('')),
        at: step.includes('again') || /^asked-[2-9]/.test(step) ? 5_000 : 0,
      };
    };
  };
  const last = (id: string, read: readonly string[]) => read.lastIndexOf(id);
  const times = (id: string, read: readonly string[]) => read.filter((one) => one === id).length;

  test.each<[string, string, (id: string, read: readonly string[]) => number]>([
    ['fail', 'puts last what was read last', (id, read) => -last(id, read)],
    ['fail', 'puts first what was read last', last],
    ['fail', 'puts first what was read most', times],
    ['pass', 'stays', () => 0],
    ['pass', 'changes once', (id, read) => (read.length > 4 && id === 'b' ? 1 : 0)],
    [
      'pass',
      'does not follow later',
      (id, read) => (read.length < 7 && id === read.at(-1) ? 1 : 0),
    ],
  ])('%s if the order %s', async (kind, _what, place) => {
    for (const [first, ids] of [
      [0, 'ab'],
      [1, 'cab'],
    ] as const) {
      const facts = { tokens: {}, refusedTokens: {}, guideIds: [...ids] };
      expect((await stable(reading(place, first), { facts })).kinds).toBe(kind);
    }
  });
});

const seriesOf = (orders: string) => orders.split(' ').map((order) => [...order]);
test.each([
  ['pass', ['abc', 'axbc ab']],
  ['fail', ['bac', 'abc cb']],
  ['inconclusive', ['a', 'xy', 'ax']],
])('the configured order abc is %s: %j', (kind, all) => {
  for (const orders of all)
    expect(judgeConfigured(seriesOf(orders), [...'abc']).kind, orders).toBe(kind);
});

test('the finding names the first place that is wrong', () => {
  const judgement = judgeConfigured([[...'axcb']], [...'abc']);
  expect(causeOf(judgement)).toBe('other-order');
  expect(saidBy(requirementOf(guides, 'order-stable'), judgement)).toMatchObject({
    expected: 'b as number 2 of those in profile.guideOrder',
    actual: 'c there',
  });
});

/**
 * The longest listing of ordinary guides that the harness reads. A quadratic algorithm would time
 * out.
 */
const ownIds = Array.from({ length: 30_000 }, (_, at) => at.toString(16).padStart(24, '0'));
const backwards = ownIds.toReversed();
const one = 'a'.repeat(24);
const listed = (ids: readonly string[]) =>
  answered(
    listingOf(...ids.map((id) => ({ key: 'k', id, title: 't', slug: 's', chapterCount: 3 }))),
  );
const listing = listed(ownIds.map(() => one));

test.each([
  ['the same guide each time', listing],
  ['guides of their own', listed(ownIds)],
])('every requirement on elements judges thirty thousand of them: %s', (_what, exchange) => {
  for (const { id, matches, judge } of elementRequirements) {
    expect(matches(exchange), id).toBe(true);
    expect(judge?.(exchange, {} as Bound), id).toBeDefined();
  }
});

test('a guide that is listed many times is named with few of its places', () => {
  const unique = elementRequirements.find(({ id }) => id === 'guides/unique-ids');
  if (!unique) throw new RangeError();
  expect(saidBy(unique, unique.judge?.(listing, {} as Bound)).actual).toMatch(
    /^a{24} at \/data\/0 and .* and 9995 more$/,
  );
  expect(inWords(judgeOk(listing))).toEqual({
    kind: 'pass',
    note: 'the first 10000 of 30000 elements were judged',
  });
});

test('orders and texts of long listings are compared', () => {
  expect(judgeConfigured([ownIds, backwards], backwards).kind).toBe('fail');
  const titled = (ids: readonly string[]) => ids.map((id) => ({ id, title: 'Shares' }));
  expect(differsInText(titled(ownIds), titled(backwards))).toBe(false);
});

test('performers of many summaries are looked at once each', () => {
  const performers = {
    all: [{ upBy: '1 %' }, { downBy: '1 %' }],
    best: [{ upBy: '1 %' }],
    worst: [{ downBy: '1 %' }],
  };
  expect(
    judgeLists(answered(listingOf(...ownIds.slice(0, 15_000).map(() => ({ performers }))))).kind,
  ).toBe('pass');
});

test.each([
  ['many names', [...ownIds.slice(0, 5_000), 'x'.repeat(100_000)]],
  ['a long name', ['a', 'x'.repeat(100_000)]],
])('the state for an order with %s is small', (_what, ids) => {
  const seen = ordersSeen.add(
    ordersSeen.empty(),
    answered(listingOf(...ids.map((id) => ({ id })))),
  );
  expect(JSON.stringify(seen).length).toBeLessThan(60_000);
});

test('long texts are compared by a digest', () => {
  const digests = ['a', 'b'].map((end) =>
    [...statementsOf({ text: `${'x'.repeat(100_000)}${end}` })].join(),
  );
  expect(new Set(digests).size).toBe(2);
  expect(digests[0]?.length).toBeLessThan(100);
});
