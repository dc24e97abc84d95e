import { expect, test } from 'vitest';
import { textsIn } from '../../../engine/index.ts';
import { guide } from '../../../suites/learn/guide.ts';
import { isNamedLike, misdelivered } from '../../../suites/learn/guide-bodies.ts';
import type { Given } from '../answered.ts';
import { requirementOf } from '../asking.ts';
import { saidBy } from '../said.ts';
import { allPass, entry, fetched, type Guides, guideIds, knowing } from './fetching.ts';

const [one = '', other = '', third = ''] = guideIds;
const swapped: Guides = ({ step, id = '' }) => {
  if (!/^(guide|exchanged)-\d$/.test(step)) return undefined;
  return { body: { data: entry({ [one]: other, [other]: one }[id] ?? id) } };
};
const but =
  (at: RegExp, given?: Given): Guides =>
  (asked) =>
    at.test(asked.step) ? given : swapped(asked);

test('guides that are swapped twice are a finding', async () => {
  const { kinds, steps, last } = await fetched(swapped);
  expect(kinds).toBe('pass,pass,pass,fail');
  expect(steps).toContain('listing-of-names');
  expect(last).toMatchObject({
    cause: 'swapped',
    exchange: { key: { step: 'exchanged-0' } },
  });
  expect(saidBy(requirementOf(guide, 'fetch'), last)).toMatchObject({
    title: "ids yield each other's guides",
    expected: `the guide ${one}`,
    actual: `the guide ${other}; 2 ids yield another guide`,
  });
  expect((await fetched(swapped, knowing([one, other]))).kinds).toBe('pass,pass,fail');
});

/** Returns a target whose second id yields the guide of another id. */
const second =
  (instead: string, named = entry(instead)): Guides =>
  ({ step, id = '' }) =>
    /^(guide|exchanged)-1$/.test(step)
      ? { body: named }
      : step.startsWith('guide-')
        ? { body: entry(id) }
        : undefined;
const same =
  (body: object, steps = /^(guide|exchanged)-/): Guides =>
  ({ step }) =>
    steps.test(step) ? { body } : undefined;
test.each<[string, string, Guides]>([
  ['other-guide', 'two ids yield one guide', second(one)],
  [
    'other-guide',
    'all ids yield one guide, which varies',
    ({ step, nth }) =>
      /^(guide|exchanged)-/.test(step) ? { body: { ...entry(one), nth } } : undefined,
  ],
  ['same-guide', 'all yield one guide', same(entry(one))],
  ['same-guide', 'all yield an empty object', same({})],
])('%s: %s', async (cause, _what, target) => {
  expect((await fetched(target)).last).toMatchObject({ kind: 'fail', cause });
});

let turns = 0;
test('a body that all ids yield once is no finding', async () => {
  expect((await fetched(same({}, /^guide-/))).kinds).toBe(allPass);
});

test.each<[string, Guides, boolean?]>([
  ['they do so once', but(/^exchanged/)],
  ['the listing is not covered', swapped, false],
  ['one has the names of a guide that no id yields', second('d'.repeat(24))],
])('swapped guides are no finding if %s', async (_what, target, isCovered = true) => {
  const { kinds, steps } = await fetched(target, knowing(guideIds, { covers: () => isCovered }));
  expect(kinds).toBe(allPass);
  expect(steps.includes('listing-of-names')).toBe(isCovered);
});

test('swapped guides are no finding if every other response wraps them, or there is one id', async () => {
  const inTurn: Guides = ({ id }) =>
    id && turns++ % 2 === 0 ? { body: { data: entry(id) } } : undefined;
  expect((await fetched(inTurn)).kinds).not.toContain('fail');
  expect((await fetched(swapped, knowing([one]))).steps).not.toContain('listing-of-names');
});

const names = guideIds.map(entry);
const found = (bodies: Readonly<Record<string, object>>) =>
  misdelivered(
    Object.entries(bodies).map(([id, body]) => ({ id, body: body as never })),
    names,
  ).map(({ id, other: instead }) => id + instead);

const { key, slug, title } = entry(other);
const [text, stamp] = ['x'.repeat(5_000), 'x'.repeat(40)];
test.each<[boolean, string, object]>([
  [true, 'at the root, by two names', { slug, title }],
  [false, 'by one name', { title }],
  [true, 'in three objects', { a: { b: { c: entry(other) } } }],
  [false, 'in five objects', { a: { b: { c: { d: { e: entry(other) } } } } }],
  [
    true,
    'beside content, if it is called a guide',
    { guide: { key, slug, title }, chapters: [text] },
  ],
  [false, 'beside content, called the next one', { chapters: [text], next: entry(other) }],
  [
    false,
    'deep beside content, called the next one',
    { data: { chapters: [text] }, next: entry(other) },
  ],
  [false, 'beside its own name', { data: { slug: entry(one).slug }, guide: entry(other) }],
  [false, 'with its own name deep in it', { ...entry(other), deep: [{ text: entry(one).slug }] }],
  [false, 'as the next one', { next: entry(other), links: {} }],
  [false, 'in a list', { related: [entry(other)] }],
  [true, 'beside a text as long as a stamp', { stamp, item: entry(other) }],
  [false, 'beside a longer text', { text: `${stamp}x`, item: entry(other) }],
])('a guide names another, %s: %s', (isTold, _what, body) => {
  expect(found({ [one]: body })).toEqual(isTold ? [one + other] : []);
});

test('only listed guides count', () => {
  expect(found({ [one]: entry(other), [other]: entry(third) })).toEqual([
    one + other,
    other + third,
  ]);
  expect(found({ [one]: {}, ['d'.repeat(24)]: entry(other) })).toEqual([]);
});

const [own, name, path] = [{ id: one, title: 'Own' }, 'Of the other', 'of-the-other'];
test.each<[string, object, object, string[]]>([
  ['two names count', { title: name, slug: path }, { id: other, title: name, slug: path }, [other]],
  ['names that both lack do not', { title: name }, { id: other, title: name }, []],
  [
    'empty names do not',
    { title: name, key: '', slug: '' },
    { id: other, title: name, key: '', slug: '' },
    [],
  ],
  [
    'names that are no string do not',
    { title: name, key: 7 },
    { id: other, title: name, key: 7 },
    [],
  ],
  [
    'those of another entry of its own do not',
    { title: name, slug: path },
    { id: one, title: name, slug: path },
    [],
  ],
  [
    'those of an entry with a number as id do not',
    { title: name, slug: path },
    { id: 7, title: name, slug: path },
    [],
  ],
])('among common names, %s', (_what, body, listed, others) => {
  const entries = [null, 'no guide', own, listed] as never;
  expect(
    misdelivered([{ id: one, body: body as never }], entries).map((wrong) => wrong.other),
  ).toEqual(others);
});

test.each([
  [true, entry(one), entry(other)],
  [false, entry(one), undefined],
  [false, undefined, entry(other)],
])('is named like a guide, %s: %j %j', (expected, body, like) => {
  expect(isNamedLike(body, like)).toBe(expected);
});

test('texts are the strings in a value, at any depth', () => {
  expect(textsIn({ a: 'one', b: [7, true, null, { c: 'two' }], d: 'one' })).toEqual([
    'one',
    'two',
    'one',
  ]);
});
