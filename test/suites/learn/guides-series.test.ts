import { expect, test } from 'vitest';
import { type Bound, statementsOf } from '../../../engine/index.ts';
import { judgeLists } from '../../../suites/daily-summaries/texts.ts';
import { guides, judgeConfigured, ordersSeen } from '../../../suites/learn/guides.ts';
import { elementRequirements, judgeOk } from '../../../suites/learn/guides-elements.ts';
import { differsInText } from '../../../suites/learn/guides-localised.ts';
import { inWords } from '../../in-words.ts';
import { answered } from '../answered.ts';
import { causeOf, requirementOf } from '../asking.ts';
import { saidBy } from '../said.ts';
import { listingOf } from './listed.ts';

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
