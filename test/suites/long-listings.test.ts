import { expect, test } from 'vitest';
import type { Bound } from '../../engine/index.ts';
import { judgeLists } from '../../suites/daily-summaries/texts.ts';
import { contentOf, leavesOf } from '../../suites/every-endpoint/own-answers.ts';
import { elementRequirements, judgeOk } from '../../suites/learn/guides-elements.ts';
import { differsInText } from '../../suites/learn/guides-localised.ts';
import { judgeConfigured, judgeOrders } from '../../suites/learn/guides-series.ts';
import { ordersSeen } from '../../suites/learn/order-seen.ts';
import { answered } from './answered.ts';

/** As many as the harness reads of ordinary ones. */
const count = 30_000;
const guides = (id: (at: number) => string) => ({
  data: Array.from({ length: count }, (_, at) => ({ key: 'k', id: id(at), title: 't', slug: 's', chapterCount: 3 })),
});
const hexadecimal = (at: number) => at.toString(16).padStart(24, '0');
const ownIds = Array.from({ length: count }, (_, at) => hexadecimal(at));
const backwards = [...ownIds].reverse();

function seconds(action: () => unknown): number {
  const start = performance.now();
  action();
  return (performance.now() - start) / 1_000;
}

test.each([
  ['the same guide each time', () => 'a'.repeat(24)],
  ['guides of their own', hexadecimal],
])('every requirement on the elements of a listing judges thirty thousand at once: %s', (_what, id) => {
  const listing = answered({ body: guides(id) });
  for (const requirement of elementRequirements) {
    const judge = () => requirement.matches(listing) && requirement.judge?.(listing, {} as Bound);
    expect(seconds(judge), requirement.id).toBeLessThan(3);
  }
});

test('a guide that is listed over and over is named in a few places', () => {
  const listing = answered({ body: guides(() => 'a'.repeat(24)) });
  const [unique] = elementRequirements.filter((requirement) => requirement.id === 'guides/unique-ids');
  expect(unique?.judge?.(listing, {} as Bound)).toMatchObject({
    kind: 'violated',
    actual: expect.stringMatching(/^a{24} at \/data\/0 and .* and 9995 more$/),
  });
  expect(judgeOk(listing)).toEqual({ kind: 'held', note: 'the first 10000 of 30000 elements were judged' });
});

test('orders of long listings are compared in no more than the time it takes to read them', () => {
  const orders = Array.from({ length: 10 }, (_, nth) => (nth % 2 === 0 ? ownIds : backwards));
  expect(seconds(() => expect(judgeOrders(orders).kind).toBe('violated'))).toBeLessThan(3);
  expect(seconds(() => expect(judgeConfigured(orders, backwards).kind).toBe('violated'))).toBeLessThan(3);
});

test('so are texts in two languages', () => {
  const [first, second] = [ownIds, backwards].map((ids) => ids.map((id) => ({ id, title: 'Shares' })));
  expect(seconds(() => expect(differsInText(first ?? [], second ?? [])).toBe(false))).toBeLessThan(3);
});

test('of a long listing the order of the first thousand is remembered, and of a long name a digest', () => {
  const listing = answered({ body: { data: [...ownIds.slice(0, 5_000), 'x'.repeat(100_000)].map((id) => ({ id })) } });
  const few = answered({ body: { data: [{ id: 'a' }, { id: 'x'.repeat(100_000) }] } });
  for (const one of [listing, few]) {
    expect(JSON.stringify(ordersSeen.add(ordersSeen.empty(), one)).length).toBeLessThan(60_000);
  }
});

test('performers of many summaries are looked at once each', () => {
  const performers = { all: [{ upBy: '1 %' }, { downBy: '1 %' }], best: [{ upBy: '1 %' }], worst: [{ downBy: '1 %' }] };
  const listing = answered({ body: { data: Array.from({ length: 15_000 }, () => ({ performers })) } });
  expect(seconds(() => expect(judgeLists(listing).kind).toBe('held'))).toBeLessThan(3);
});

test('of long texts a digest is compared', () => {
  const [one, other] = ['a', 'b'].map((end) => ({ text: `${'x'.repeat(100_000)}${end}` }));
  const leaves = [one, other].map((value) => leavesOf(value ?? {}).get('/text') ?? '');
  expect(new Set(leaves).size).toBe(2);
  expect(leaves[0]?.length).toBeLessThan(100);
  const contents = [one, other].map((value) => contentOf(value ?? {}, new Set()));
  expect(new Set(contents).size).toBe(2);
  expect(contents[0]?.length).toBeLessThan(100);
});
