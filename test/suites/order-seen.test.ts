import { expect, test } from 'vitest';
import { ordersSeen } from '../../suites/learn/order-seen.ts';
import { answered } from './answered.ts';

const listing = (at: number, ...ids: readonly string[]) => answered({ at, body: { data: ids.map((id) => ({ id })) } });

/** Listings in the order of their letters, a second apart. */
function judged(...orders: readonly string[]) {
  const seen = orders.map((order, nth) => listing(1_000 * nth, ...order));
  return ordersSeen.conclude(seen.reduce(ordersSeen.add, ordersSeen.empty())).kind;
}

test.each([
  ['held', ['abc', 'abc', 'abc']],
  ['unanswered', ['a', 'b']],
  // An edit: it stays, or something comes and goes.
  ['held', ['abc', 'abc', 'acb', 'acb']],
  ['held', ['abc', 'abcd', 'abc', 'bcde']],
  ['violated', ['abc', 'acb', 'abc']],
  ['violated', ['abc', 'acb', 'acb', 'acb', 'abc', 'acb']],
  ['violated', ['abc', 'abcd', 'acb', 'abc']],
])('%s: %j', (kind, orders) => {
  expect(judged(...orders)).toBe(kind);
});

test('answers that were under way at the same time as an edit show nothing', () => {
  const before = { ...listing(10, 'a', 'b'), sentAt: 0 };
  const after = { ...listing(9, 'b', 'a'), sentAt: 1 };
  const seen = [before, after].reduce(ordersSeen.add, ordersSeen.empty());
  expect(ordersSeen.conclude(seen).kind).toBe('held');
});

test('an edit that one replica has half a second later is no order that came back', () => {
  const orders = ['abc', 'acb', 'abc', 'acb', 'abc', 'acb', 'acb'];
  const seen = orders.map((order, nth) => listing(150 * nth, ...order));
  expect(ordersSeen.conclude(seen.reduce(ordersSeen.add, ordersSeen.empty())).kind).toBe('held');
  const longer = [...orders, ...orders].map((order, nth) => listing(150 * nth, ...order));
  expect(ordersSeen.conclude(longer.reduce(ordersSeen.add, ordersSeen.empty())).kind).toBe('violated');
});

test('what parts of a run saw adds up in any order, also where it is too much to keep', () => {
  const parts = Array.from({ length: 60 }, (_, nth) =>
    ordersSeen.add(ordersSeen.empty(), listing(nth, `${nth % 30}`, 'x', nth % 2 === 0 ? 'y' : 'z')),
  );
  const forth = parts.reduce(ordersSeen.merge);
  const back = [...parts].reverse().reduce(ordersSeen.merge);
  expect(Object.keys(forth).sort()).toEqual(Object.keys(back).sort());
  expect(Object.keys(forth)).toHaveLength(20);
});

test('which one stood where, before and after, is told', () => {
  const seen = ['abc', 'acb', 'abc'].map((order, nth) => listing(1_000 * nth, ...order));
  expect(ordersSeen.conclude(seen.reduce(ordersSeen.add, ordersSeen.empty()))).toMatchObject({
    expected: 'b at place 2 each time',
    actual: 'c there in other answers of the run, before and after',
  });
});
