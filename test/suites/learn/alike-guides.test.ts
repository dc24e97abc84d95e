import { describe, expect, test } from 'vitest';
import type { Exchange, Json } from '../../../engine/index.ts';
import { alikeBodies, isToldByWords, judgeAlike, judgeAllAlike } from '../../../suites/learn/alike-guides.ts';
import { textsIn, wordsIn } from '../../../suites/learn/guide-names.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { allPass, fetched, type Guides, guideIds, knowing } from './fetching.ts';

/** Responds with the body for each id. `again` is the response to the repeated first request. */
const bodies = (of: (id: string, nth: number) => Json, again?: Given | Exchange): Guides => {
  return ({ step, id, nth }) => {
    if (step === 'first-again' && again) return again;
    return id ? { body: of(id, nth) } : undefined;
  };
};

test('bodies are compared if two came, after the first was requested again', async () => {
  const compared = async (count: number, target: Guides) => {
    const { steps } = await fetched(target, knowing(guideIds.slice(0, count)));
    return steps.filter((step) => /^(guide|first)/.test(step)).join();
  };
  const target = bodies(() => ({}));
  expect(await compared(1, target)).toBe('guide-0');
  expect(await compared(2, target)).toBe('guide-0,guide-1,first-again');
  expect(
    await compared(2, ({ id, user }) => (id === guideIds[1] || user === 'second' ? { status: 500 } : undefined)),
  ).toBe('guide-0,guide-1');
});

const signed = (nth: number) => `https://files.example/signed/${'x'.repeat(40)}/${nth}`;
test.each<[string, string, Guides]>([
  ['inconclusive', 'the first is refused then', bodies((id) => ({ id }), apiError(403))],
  ['fail', 'all yield an empty object', bodies(() => ({}))],
  [
    'fail',
    'all yield a page, which varies',
    bodies(() => ({ page: 'x', first: true }), { body: { page: 'x', cached: true } }),
  ],
  ['inconclusive', 'a long text is another every time', bodies((_id, nth) => ({ page: signed(nth) }))],
])('%s if %s', async (kind, _what, target) => {
  const judged = await fetched(target, knowing(guideIds, { covers: () => false }));
  expect(judged.last?.kind).toBe(kind);
  if (kind === 'fail') expect(judged.last).toMatchObject({ cause: 'every id yields the same guide' });
});

const titled = (listed?: Given | Exchange): Guides => {
  const names = { body: { data: guideIds.map((id, nth) => ({ id, title: 'ABC'[nth] })) } };
  return ({ id }) => (id ? { body: { title: id === guideIds[2] ? 'C' : 'A' } } : (listed ?? names));
};
test('two alike are told by the names of the listing', async () => {
  const { judgements } = await fetched(titled());
  expect(judgements[3]).toMatchObject({ kind: 'fail', exchange: { key: { step: 'guide-1' } } });
});

test.each<[string, Guides, boolean?]>([
  ['the listing fails', titled({ status: 500 })],
  ['the listing is not covered', titled(), false],
])('two alike are held if %s', async (_what, target, isCovered = true) => {
  expect((await fetched(target, knowing(guideIds, { covers: () => isCovered }))).kinds).toBe(allPass);
});

const values = Array.from({ length: 20_001 }, () => 0);
const large = (title: (id: string, nth: number) => string, again?: Given | Exchange) =>
  bodies((id, nth) => ({ title: title(id, nth), ...(id === guideIds[1] && { values }) }), again);
test.each<[string, string, Guides]>([
  ['pass', 'each has words of its own', large((id) => id)],
  ['pass', 'two have the same words, the third others', large((id) => (id === guideIds[2] ? 'Bonds' : 'Funds'))],
  ['inconclusive', 'words are others every time', large((_id, nth) => `Guide ${nth}`)],
])('guides of more values than can be compared are told apart by words, %s: %s', async (kind, _what, target) => {
  expect((await fetched(target, knowing(guideIds, { covers: () => false }))).kinds).toBe(`pass,pass,pass,${kind}`);
});

describe('bodies that are alike', () => {
  const [first = '', second = ''] = guideIds;
  const delivered = (...all: readonly Json[]) => all.map((body, at) => ({ id: guideIds[at] ?? '', body }));
  const pairs = (...all: readonly Json[]) => alikeBodies(delivered(...all), new Set());

  test('are every pair of them, the earlier one first', () => {
    expect(pairs({ a: 1 }, { a: 2 }, { a: 1 }).map((pair) => pair.map(({ id }) => id))).toEqual([[first, guideIds[2]]]);
    expect(pairs({ a: 1 }, { a: 1 }, { a: 1 })).toHaveLength(3);
  });

  const [short, long] = ['y'.repeat(40), 'z'.repeat(41)];
  test.each<[string, Json, Json]>([
    ['fail', { page: 'x' }, { page: short }],
    ['fail', { page: long }, { page: long }],
  ])('%s: all are %j, and one id yields %j then', (kind, body, again) => {
    expect(judgeAllAlike(delivered(body, body), again).kind).toBe(kind);
    expect(judgeAllAlike([], null).kind).toBe('fail');
  });

  test.each<[string | undefined, string, Json, ...names: object[]]>([
    ...['title', 'key', 'slug'].map((name): [string, string, Json, object, object] => {
      return [second, `the first ${name}`, { list: ['one'] }, { [name]: 'one' }, { [name]: 'two' }];
    }),
    [first, 'the second title', { list: ['two'] }, { title: 'one' }, { title: 'two' }],
    [undefined, 'both titles', { list: ['one', 'two'] }, { title: 'one' }, { title: 'two' }],
    [undefined, 'neither title', { list: ['neither'] }, { title: 'one' }, { title: 'two' }],
    [first, 'the second id, not listed', { id: second }],
    [undefined, 'a title that both have', { title: 'same' }, { title: 'same' }, { title: 'same' }],
    [undefined, 'a title that is a number', { title: '7' }, { title: 7 }, { title: 8 }],
    [second, 'a title, beside other types', { title: 'a' }, { title: 'a', key: null }, { key: null, slug: {} }],
  ])('the guide %s is missing if they have %s', (missing, _what, body, ...names) => {
    const listed = names.map((name, at) => ({ id: guideIds[at] ?? '', ...name })) as Json[];
    const judgement = judgeAlike(pairs(body, body), listed);
    expect(judgement).toMatchObject(missing ? { kind: 'fail', expected: `the guide ${missing}` } : { kind: 'pass' });
  });

  test('nobody is accused by a listing without guides', () => {
    expect(judgeAlike(pairs({ title: 'a' }, { title: 'a' }), [null, 'b'])).toMatchObject({ kind: 'pass' });
  });
});

test('texts are the strings in a value, however deep', () => {
  expect(textsIn({ a: 'one', b: [7, true, null, { c: 'two' }], d: 'one' })).toEqual(['one', 'two', 'one']);
});

test.each<[Json, string]>([
  ['ETFs: 3 steps, (not 10)', 'ETFs 3 steps not 10'],
  [{ title: '—', text: 'b', count: 7 }, 'b'],
])('the words of %j are %s', (value, words) => {
  expect(wordsIn(value)).toEqual(words.split(' '));
});

test.each<[boolean, Json, Json]>([
  [true, { title: 'no tar' }, { title: 'on rat' }],
  [false, { title: 'Saving – now' }, { title: 'Saving: now' }],
])('%s: two guides are told apart by words: %j and %j', (expected, one, other) => {
  const both = [one, other].map((body, at) => ({ id: `${at}`, body }));
  expect(isToldByWords(both, one)).toBe(expected);
});
