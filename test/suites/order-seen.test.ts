import { expect, test } from 'vitest';
import { type Answered, type Request, symbol, withHeader } from '../../engine/index.ts';
import { ordersSeen } from '../../suites/learn/order-seen.ts';
import { answered } from './answered.ts';
import { boundTo } from './asking.ts';

const listing = (at: number, ...ids: readonly string[]) => answered({ at, body: { data: ids.map((id) => ({ id })) } });

const { headers: asUsual } = answered().request;
const bearer = ['bearer ', symbol('token:scoped')];

const bound = boundTo('guides');
const concluded = (seen: readonly Answered[], to = bound) =>
  ordersSeen.conclude(seen.reduce((state, one) => ordersSeen.add(state, one, to), ordersSeen.empty()));

/** Listings in the order of their letters, ten seconds apart. */
const listings = (orders: readonly string[]) => orders.map((order, nth) => listing(10_000 * nth, ...order));
const judged = (...orders: readonly string[]) => concluded(listings(orders)).kind;

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
  expect(concluded([before, after]).kind).toBe('held');
});

test('an edit that one replica has seconds later is no order that came back', () => {
  const orders = ['abc', 'acb', 'abc', 'acb', 'abc', 'acb', 'acb'];
  const every = (pause: number, all: readonly string[]) => all.map((order, nth) => listing(pause * nth, ...order));
  expect(concluded(every(800, orders)).kind).toBe('held');
  expect(concluded(every(800, [...orders, ...orders])).kind).toBe('violated');
});

test('where the run moves the first user, what that user is shown may go to and fro', () => {
  const [first, second] = (['first', 'second'] as const).map((who) => {
    const request = withHeader(answered().request, 'x-user-id', symbol(`user:${who}`));
    return listings(['abc', 'acb', 'abc', 'acb']).map((one) => ({ ...one, request }));
  });
  const writing = { ...bound, allow: { ...bound.allow, writes: true } };
  expect(concluded(first ?? []).kind).toBe('violated');
  expect(concluded(first ?? [], writing).kind).toBe('held');
  expect(concluded([...(first ?? []), ...(second ?? [])], writing).kind).toBe('violated');
});

test('each user may have an order of their own', () => {
  const turns = (['first', 'second', 'first', 'second'] as const).map((who, nth) => {
    const request = withHeader(answered().request, 'x-user-id', symbol(`user:${who}`));
    return { ...listing(10_000 * nth, ...(who === 'first' ? 'abc' : 'acb')), request };
  });
  expect(concluded(turns).kind).toBe('held');
});

test.each<[string, Request['headers']]>([
  ['without Accept', asUsual.filter(([name]) => name !== 'Accept')],
  ['with another Accept', withHeader(answered().request, 'Accept', '*/*').headers],
  ['with the scheme in small letters', withHeader(answered().request, 'Authorization', bearer).headers],
  ['with a field more', [...asUsual, ['Accept-Language', 'de']]],
])('what comes %s may be what a cache keeps for such requests from before an edit', (_what, headers) => {
  const [before, other, after] = listings(['abc', 'acb', 'abc']);
  if (!before || !other || !after) return;
  const odd = { ...other, request: { ...other.request, headers } };
  expect(concluded([before, other, after]).kind).toBe('violated');
  expect(concluded([before, odd, after]).kind).toBe('held');
});

test('what parts of a run saw adds up in any order, also where it is too much to keep', () => {
  const parts = Array.from({ length: 60 }, (_, nth) =>
    ordersSeen.add(ordersSeen.empty(), listing(nth, `${nth % 30}`, 'x', nth % 2 === 0 ? 'y' : 'z'), bound),
  );
  const forth = parts.reduce(ordersSeen.merge);
  const back = [...parts].reverse().reduce(ordersSeen.merge);
  expect(Object.keys(forth).sort()).toEqual(Object.keys(back).sort());
  expect(Object.keys(forth)).toHaveLength(20);
});

test('which one stood where, before and after, is told', () => {
  expect(concluded(listings(['abc', 'acb', 'abc']))).toMatchObject({
    expected: 'b at place 2 each time',
    actual: 'c there in other answers of the run, before and after',
  });
});
