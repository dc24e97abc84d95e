import { expect, test } from 'vitest';
import { textsIn } from '../../../engine/index.ts';
import { isNamedLike, misdelivered } from '../../../suites/learn/guide-bodies.ts';

const guideIds = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const [one = '', other = '', third = ''] = guideIds;
const entry = (id: string) => ({
  id,
  key: `key of ${id}`,
  slug: `slug of ${id}`,
  title: `Title of ${id}`,
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
