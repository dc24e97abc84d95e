import { expect, test } from 'vitest';
import { conforms, problems, shown } from '../../../engine/schema/conforms.ts';
import { isLarge } from '../../../engine/schema/json-value.ts';

/** Returns a new schema for each call, because compiled schemas are cached. */
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

test.each<[string, object, unknown]>([
  ['/a: expected a member, found none', object({}, { required: ['a'] }), {}],
  [
    '/a~1b: expected a string, found the number 7',
    object({ 'a/b': { type: 'string' } }),
    { 'a/b': 7 },
  ],
  ['/a: expected an integer, found the string "7"', object({ a: { type: 'integer' } }), { a: '7' }],
  [
    '/a: expected a string or null, found the boolean true',
    object({ a: { type: ['string', 'null'] } }),
    { a: true },
  ],
  ['/a: expected an array, found the null', object({ a: { type: 'array' } }), { a: null }],
  ['(root): expected an object, found an array of 2', object({}), [1, 2]],
  ['/a: expected nothing, found the number 7', object({ a: false }), { a: 7 }],
  [
    '/a: expected a string of the form ^x$, found the string "y"',
    object({ a: { pattern: '^x$' } }),
    { a: 'y' },
  ],
  [
    '/a: expected a string of the form uuid, found the string "y"',
    object({ a: { format: 'uuid' } }),
    { a: 'y' },
  ],
  [
    '/a: expected an id of 2.5 parts, found the string "y"',
    object({ a: { pattern: '^x$', description: 'An id of 2.5 parts. It never changes.' } }),
    { a: 'y' },
  ],
  [
    '/a: expected an id, found the string "y"',
    object({ a: { format: 'uuid', description: 'An id.' } }),
    { a: 'y' },
  ],
  [
    '/a: expected a string, found the number 7',
    object({ a: { type: 'string', enum: ['x'], not: {} } }),
    { a: 7 },
  ],
  [
    '/a: expected a value that must be >= 1, found the number 0',
    object({ a: { minimum: 1 } }),
    { a: 0 },
  ],
])('%s', (line, schema, value) => {
  expect(conforms(structuredClone(schema), value)).toEqual([line]);
});

test('each place is named once, by its first problem', () => {
  const schema = object({
    a: { type: 'string', pattern: '^x$', maxLength: 1 },
    b: { type: 'string' },
  });
  expect(problems(schema, { a: 'yy', b: 7 }).map(({ pointer }) => pointer)).toEqual(['/a', '/b']);
  expect(conforms(object({}), {})).toEqual([]);
});

test.each([
  [undefined, 'none'],
  [[1, 2], 'an array of 2'],
  [{ a: 1 }, 'the object {"a":1}'],
  [{ a: 'x'.repeat(60) }, 'an object'],
  ['x'.repeat(78), `the string "${'x'.repeat(78)}"`],
  ['x'.repeat(90), `the string "${'x'.repeat(79)}…`],
  [null, 'the null'],
  [false, 'the boolean false'],
])('%j is shown as %s', (value, text) => {
  expect(shown(value)).toBe(text);
});

test('a large value is shown without serialising it', () => {
  const written = () => {
    throw new Error('it is written out');
  };
  const wide = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`m${at}`, { toJSON: written }]),
  );
  expect(shown(wide)).toBe('an object');
  expect(shown('x'.repeat(15_000_000))).toBe(`the string "${'x'.repeat(79)}…`);
});

test('up to two hundred problems of a small value are listed, and only the first of a large one', () => {
  const schema = { type: 'array', items: { type: 'string' } };
  expect(problems({ ...schema }, Array(150).fill(7))).toHaveLength(150);
  expect(problems({ ...schema }, Array(10_000).fill(7))).toHaveLength(200);
  expect(problems({ ...schema }, Array(200_000).fill(7))).toHaveLength(1);
  expect(problems({ ...schema }, Array(200_000).fill('7'))).toEqual([]);
});

test.each<[unknown, number, boolean]>([
  [7, 1, false],
  ['text', 1, false],
  [[], 1, false],
  [[1], 1, true],
  [[1, null, [2, { a: 3 }]], 7, false],
  [[1, null, [2, { a: 3 }]], 6, true],
])('%j contains more than %i values: %j', (value, most, isMore) => {
  expect(isLarge(value, most)).toBe(isMore);
});
