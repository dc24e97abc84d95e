import { describe, expect, test } from 'vitest';
import {
  type Answered,
  longestLag,
  type Request,
  symbol,
  withHeader,
} from '../../../engine/index.ts';
import { guides, ordersSeen } from '../../../suites/learn/guides.ts';
import { answered } from '../../suites/answered.ts';
import { boundTo, causeOf, requirementOf } from '../../suites/asking.ts';
import { letters } from '../../suites/learn/listed.ts';
import { saidBy } from '../../suites/said.ts';

const bound = boundTo('guides');
const writing = { ...bound, allow: { ...bound.allow, writes: true } };
const concluded = (seen: readonly Answered[], to = bound) =>
  ordersSeen.conclude(
    seen.reduce((state, one) => ordersSeen.add(state, one, to), ordersSeen.empty()),
  );

/** Returns listings in these orders, ten seconds apart. `changes` modifies each request. */
const listings = (
  orders: string,
  changes: (nth: number) => Partial<Request> = () => ({}),
  pause = 10_000,
) =>
  orders
    .split(' ')
    .map((order, nth) => answered({ ...letters(order), at: pause * nth, request: changes(nth) }));
const ofUser = (user: string) => () =>
  withHeader(answered().request, 'x-user-id', symbol(`user:${user}`));

test.each([
  // Edits: a new order stays, or guides are added and removed.
  ['pass', ['abc abc abc', 'abc abc acb acb', 'abc abcd abc bcde']],
  ['inconclusive', ['a b']],
  ['fail', ['abc acb abc', 'abc acb acb acb abc acb', 'abc abcd acb abc']],
])('%s: %j', (kind, all) => {
  for (const orders of all) expect(concluded(listings(orders)).kind, orders).toBe(kind);
});

test('responses that were in flight during an edit show nothing', () => {
  const together = listings('ab ba', undefined, -1).map((one) => ({ ...one, sentAt: -10 }));
  expect(concluded(together).kind).toBe('pass');
});

test('an edit that one replica shows seconds later does not count as an order that came back', () => {
  const orders = 'abc acb abc acb abc acb acb';
  expect(concluded(listings(orders, undefined, 800)).kind).toBe('pass');
  expect(concluded(listings(`${orders} ${orders}`, undefined, 800)).kind).toBe('fail');
});

test.each<[string, string, orders: string, at: readonly number[]]>([
  [
    'pass',
    'the old order comes as long as a replica may have it',
    'ba ab ba',
    [0, longestLag, 20_000],
  ],
  ['fail', 'the old order comes longer than that', 'ba ab ba', [0, longestLag + 1, 20_000]],
  [
    'pass',
    'the old order is requested last when the new has just come',
    'ab ba ab',
    [0, 10_000, 10_000 + longestLag],
  ],
  [
    'fail',
    'the old order is requested later than that',
    'ab ba ab',
    [0, 10_000, 10_001 + longestLag],
  ],
])('%s: %s', (kind, _what, orders, at) => {
  const all = listings(orders).map((one, nth) => ({
    ...one,
    sentAt: at[nth] ?? 0,
    endedAt: at[nth] ?? 0,
  }));
  expect(concluded(all).kind).toBe(kind);
  // The order in which exchanges are added does not matter.
  expect(concluded(all.toReversed()).kind).toBe(kind);
});

test('the order of the first user may alternate if the run changes the address of that user', () => {
  const [first = [], second = []] = ['first', 'second'].map((user) =>
    listings('abc acb abc acb', ofUser(user)),
  );
  const kinds = [
    concluded(first),
    concluded(first, writing),
    concluded([...first, ...second], writing),
  ];
  expect(kinds.map(({ kind }) => kind)).toEqual(['fail', 'inconclusive', 'fail']);
});

test('nothing is compared if every response has too few names, whatever is allowed', () => {
  for (const bound of [undefined, writing]) {
    expect(concluded(listings('a a a'), bound).kind).toBe('inconclusive');
    expect(concluded(listings('a a a', ofUser('second')), bound).kind).toBe('inconclusive');
  }
});

test('a response contradicts those of its group by its order', () => {
  const clash = (order: string, requirement = 'guides/ok') =>
    ordersSeen.clash?.(answered({ ...letters(order), requirement }), writing);
  expect(clash('ba')).toBeUndefined();
  expect(clash('ba', 'guides/order-stable')).toEqual([
    'guides/order-stable {{user:first}} a b',
    'b a',
  ]);
  expect(clash('a', 'guides/order-stable')).toBeUndefined();
});

test('each user may have an order of their own', () => {
  const users = (nth: number) => ofUser(nth % 2 === 0 ? 'first' : 'second')();
  expect(concluded(listings('abc acb abc acb', users)).kind).toBe('pass');
});

const { headers: asUsual } = answered().request;
test.each<[string, Request['headers']]>([
  ['without Accept', asUsual.filter(([name]) => name !== 'Accept')],
  ['with a field more', [...asUsual, ['Accept-Language', 'de']]],
  ['with another Accept', withHeader(answered().request, 'Accept', '*/*').headers],
])('a cache may still have the listing from before an edit for requests %s', (_what, headers) => {
  expect(concluded(listings('abc acb abc', (nth) => (nth === 1 ? { headers } : {}))).kind).toBe(
    'pass',
  );
});

test('a run keeps the same of too many orders, whichever come first', () => {
  const all = Array.from({ length: 60 }, (_, nth) => {
    const ids = [`${nth % 30}`, 'x', nth % 2 === 0 ? 'y' : 'z'];
    return answered({ at: nth, body: { data: ids.map((id) => ({ id })) } });
  });
  const state = (seen: readonly Answered[]) =>
    seen.reduce((sum, one) => ordersSeen.add(sum, one, bound), ordersSeen.empty());
  const [[forth = {}], [back = {}]] = [state(all), state(all.toReversed())];
  expect(Object.keys(forth).sort()).toEqual(Object.keys(back).sort());
  expect(Object.keys(forth)).toHaveLength(20);
});

describe('the clocks of shards may differ by any time', () => {
  const offsets = [-3_600_000, -6_000, 0, 6_000, 3_600_000];
  /**
   * Merges shards that see these orders, ten seconds apart. The clock of the second one differs by
   * that time.
   */
  const kindOf = (orders: readonly string[], offset: number) => {
    const states = orders.map((own, nth) => {
      const seen = listings(own).map((one) => {
        const at = one.endedAt + nth * offset;
        return { ...one, sentAt: at, endedAt: at };
      });
      return seen.reduce((state, one) => ordersSeen.add(state, one, bound), ordersSeen.empty());
    });
    const [forth, back] = [
      states.reduce(ordersSeen.merge),
      states.toReversed().reduce(ordersSeen.merge),
    ];
    expect(forth).toEqual(back);
    return ordersSeen.conclude(forth).kind;
  };

  test.each([
    ['one edit', ['abc abc acb acb', 'abc abc acb acb']],
    ['one edit, before one shard and after the other', ['abc abc', 'acb acb']],
    ['one edit in the middle of one shard', ['abc acb acb', 'abc abc']],
    ['no edit', ['abc abc', 'abc abc']],
  ])('%s is never a finding', (_what, orders) => {
    for (const offset of offsets) expect(kindOf(orders, offset), String(offset)).not.toBe('fail');
    expect(kindOf(orders, 0)).toBe(
      orders[0] === 'abc abc' && orders[1] === 'acb acb' ? 'inconclusive' : 'pass',
    );
  });

  test.each([
    ['an order that comes back within a shard', ['abc acb abc', 'abc abc abc']],
    ['orders that replace each other in opposite ways', ['abc acb', 'acb abc']],
    ['an order for each response', [letterOrders(0), letterOrders(12)]],
  ])('%s is a finding', (_what, orders) => {
    for (const offset of offsets) expect(kindOf(orders, offset), String(offset)).toBe('fail');
  });
});

/** Twelve orders of the same five elements, which no other `from` returns. */
function letterOrders(from: number): string {
  const orders = [...'abcde'].flatMap((one) => [...'abcde'].map((other) => `${one}${other}`));
  const all = orders
    .filter(([one, other]) => one !== other)
    .map((pair) => {
      const rest = [...'abcde'].filter((letter) => !pair.includes(letter)).join('');
      return `${pair}${rest}`;
    });
  return [
    ...all,
    ...all.map((order) => `${order.slice(0, 2)}${[...order.slice(2)].reverse().join('')}`),
  ]
    .slice(from, from + 12)
    .join(' ');
}

test('the first place that differs is reported', () => {
  const judgement = concluded(listings('abc acb abc'));
  expect(causeOf(judgement)).toBe('order-changes');
  expect(saidBy(requirementOf(guides, 'order-stable'), judgement)).toMatchObject({
    expected: 'b as number 2 each time',
    actual: 'c there in other responses of the run, before and after',
  });
});
