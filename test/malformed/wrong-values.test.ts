import { describe, expect, test } from 'vitest';
import type { Place, Schema } from '../../fixtures/malformed/schema-places.ts';
import { type Contradiction, wrongValues } from '../../fixtures/malformed/wrong-values.ts';

/** All that is tried in place of a value of which these schemas speak; each says what is wrong with it. */
function tried(value: unknown, schemas: readonly Schema[] = [], absent: Place['absent'] = []) {
  const all = wrongValues({ path: [], value, schemas, absent });
  for (const one of all) expect(one).toEqual({ kind: expect.any(String), label: expect.any(String), value: one.value });
  return all;
}

const ofKind = (kind: Contradiction, ...place: Parameters<typeof tried>) =>
  tried(...place).filter((one) => one.kind === kind);
const valuesOf = (...place: Parameters<typeof ofKind>) => ofKind(...place).map(({ value }) => value);

test.each<[what: string, value: unknown, others: readonly unknown[]]>([
  ['a text', 'abc', [7, true, null]],
  ['a boolean', false, [7, 'false', null]],
  ['null', null, [7, true]],
  ['a number', 7, ['7', '7m2m', 'm2m', true, null, 7.5]],
  ['zero, not by a negative number', 0, ['0', '0m2m', 'm2m', true, null, 0.5]],
])('scalars of other types in place of %s', (_what, value, others) => {
  expect(valuesOf('scalar', value)).toEqual(others);
});

test.each<[what: string, value: unknown, others: readonly unknown[]]>([
  ['a list', ['a', 'b'], [null, { 0: 'a', 1: 'b' }, 'a', 'm2m', true]],
  ['an empty list', [], [null, {}, 'text', 'm2m', true]],
  ['an object', { a: 1 }, [null, [{ a: 1 }], [], [{ a: 1 }, { a: 1 }], 'm2m', '', '{"a":1}', 0, true]],
])('other types in place of %s', (_what, value, others) => {
  expect(valuesOf('type', value)).toEqual(others);
});

test('each member of an object is missing once', () => {
  expect(valuesOf('missing', { a: 1, b: 2 })).toEqual([{ b: 2 }, { a: 1 }]);
});

describe('members that are not stated', () => {
  const names = (schemas: readonly Schema[]) =>
    valuesOf('unexpected', { a: 1 }, schemas).map((object) => Object.entries(object as object));

  test.each([[[{}, { additionalProperties: false }]], [[{ unevaluatedProperties: false }, {}]]])(
    'are added where one of the schemas speaks of them: %j',
    (schemas) => {
      expect(names(schemas)).toEqual([
        [
          ['a', 1],
          ['m2mUnexpected', true],
        ],
        [
          ['a', 1],
          ['m2mUnexpected', null],
        ],
        [
          ['a', 1],
          ['toString', true],
        ],
      ]);
    },
  );

  test('are not added where none does', () => {
    expect(names([{ properties: { a: {} } }])).toEqual([]);
  });
});

describe('of too many members there is one more than the most', () => {
  test.each<[most: number, members: number, sizes: readonly number[]]>([
    [3, 1, [4]],
    [2, 2, [3]],
    // Those of the sample are too many already: nothing is to be added.
    [2, 3, []],
    [1, 3, []],
    // Beyond, the body is too large.
    [199, 1, [200]],
    [200, 1, []],
    [201, 1, []],
  ])('%d at most, of %d', (most, members, sizes) => {
    const value = Object.fromEntries(Array.from({ length: members }, (_, at) => [`member${at}`, at]));
    const found = ofKind('more', value, [{ maxProperties: most }]);
    expect(found.map(({ value: other }) => Object.keys(other as object).length)).toEqual(sizes);
    for (const one of found) expect(one.value).toMatchObject(value);
    expect(found.map(({ label }) => label)).toEqual(sizes.map((size) => `${size} members`));
  });
});

describe('a member that the sample has not', () => {
  const added = (schemas: readonly Schema[]) => ofKind('added', { a: 1 }, [], [{ name: 'b', schemas }]);
  const always = [{}, [], 7, true, null, '', 'm2m'];

  test.each<[what: string, schema: Schema, beyond: readonly unknown[]]>([
    ['nothing', {}, [0.5]],
    ['a list, of which no element is known', { minItems: 1, maxItems: 2 }, [0.5, []]],
    ['a text', { maxLength: 4 }, ['m2mxx', 0.5]],
    ['a number', { minimum: 1 }, [0, 0.99, 0.5]],
    ['some values', { enum: ['x', 'y'] }, ['m2mx', 'M2M', '', 'x,y', 0.5]],
  ])('is added as what few can be, and just beyond what is stated of it: %s', (_what, schema, beyond) => {
    expect(added([schema]).map(({ value }) => value)).toEqual([...always, ...beyond].map((b) => ({ a: 1, b })));
  });

  test('is told in few words', () => {
    const labels = added([{ maxLength: 500 }]).map(({ label }) => label);
    expect(labels).toContain('b added as true');
    for (const label of labels) expect(label.length).toBeLessThanOrEqual('b added as '.length + 20);
  });
});

test.each<[value: unknown, schema: Schema, others: readonly unknown[]]>([
  ['EUR', { enum: ['EUR', 'USD'] }, ['EURx', 'eur', '', 'EUR,USD']],
  ['buy', { enum: ['buy', 'sell'] }, ['buyx', 'BUY', '', 'buy,sell']],
  [2, { const: 2 }, [-1, 'm2m']],
  [7, { enum: [7, 8] }, [-1, 'm2m']],
  ['EUR', {}, []],
])('what is not listed, in place of %j of %j', (value, schema, others) => {
  expect(valuesOf('enum', value, [schema])).toEqual(others);
});

describe('texts', () => {
  test.each<[least: number, others: readonly string[]]>([
    [4, ['abc']],
    [3, ['ab']],
    [1, ['']],
    // None is shorter than empty.
    [0, []],
  ])('shorter than %d', (least, others) => {
    const found = ofKind('shorter', 'abcd', [{ minLength: least }]);
    expect(found.map(({ value }) => value)).toEqual(others);
    expect(found.map(({ label }) => label)).toEqual(others.map((text) => `${text.length} characters`));
  });

  test('are shortened by characters, whatever these are made of', () => {
    expect(valuesOf('shorter', '😀😀😀', [{ minLength: 3 }])).toEqual(['😀😀']);
  });

  test.each<[most: number, lengths: readonly number[]]>([
    [4, [5]],
    [100, [101]],
    // Beyond, the body is too large.
    [7_999, [8_000]],
    [8_000, []],
    [8_001, []],
  ])('longer than %d', (most, lengths) => {
    const found = ofKind('longer', 'abcd', [{ maxLength: most }]);
    expect(found.map(({ value }) => String(value).length)).toEqual(lengths);
    expect(found.every(({ value }) => String(value).startsWith('abcd'))).toBe(true);
    expect(found.map(({ label }) => label)).toEqual(lengths.map((length) => `${length} characters`));
  });

  test('of a pattern are damaged at the beginning, in the middle and at the end, each by itself', () => {
    expect(valuesOf('pattern', 'abcd', [{ pattern: '^[a-d]{4}$' }])).toEqual([
      'abcdx',
      '~bcd',
      'abc~',
      'ab~d',
      'ABCD',
      'abc',
      'abcdabcd',
      '',
      'abc\u0416',
      'm2m',
    ]);
    expect(valuesOf('pattern', 'ABCD', [{ pattern: '^[A-D]{4}$' }])).toContain('abcd');
    expect(valuesOf('pattern', 'abcd')).toEqual([]);
  });

  test('of a format nobody knows are not tried', () => {
    const kinds = (format: string) => tried('abcd', [{ format }]).map(({ kind }) => kind);
    expect(kinds('date')).toEqual(expect.arrayContaining(['format', 'impossible']));
    expect(kinds('email')).not.toContain('impossible');
    expect(kinds('of-nobody')).toEqual(tried('abcd').map(({ kind }) => kind));
  });
});

test.each<[schema: Schema, below: readonly number[], above: readonly number[]]>([
  [{ minimum: 5 }, [4, 4.99], []],
  [{ maximum: 5 }, [], [6, 5.01, 2 ** 32 + 1, 1e21]],
  [{ exclusiveMinimum: 5 }, [5, 4.99, 4], []],
  [{ exclusiveMaximum: 5 }, [], [5, 5.01, 6]],
  // As drafts before the sixth had it: no number, and nothing to be beyond.
  [{ minimum: 5, exclusiveMinimum: true }, [4, 4.99], []],
  [{}, [], []],
])('numbers just beyond %j', (schema, below, above) => {
  expect(valuesOf('below', 7, [schema])).toEqual(below);
  expect(valuesOf('above', 7, [schema])).toEqual(above);
});

test('a number between two multiples', () => {
  expect(valuesOf('multiple', 7, [{ multipleOf: 0.5 }])).toEqual([7.25]);
});

describe('lists', () => {
  test.each<[least: number, value: readonly string[], others: readonly (readonly string[])[]]>([
    [2, ['a', 'b'], [['a']]],
    [2, ['a', 'b', 'c'], [['a']]],
    [1, ['a', 'b'], [[]]],
    // None has fewer elements than none.
    [0, ['a', 'b'], []],
  ])('of fewer elements than %d, from %j', (least, value, others) => {
    const found = ofKind('fewer', value, [{ minItems: least }]);
    expect(found.map((one) => one.value)).toEqual(others);
    expect(found.map(({ label }) => label)).toEqual(others.map(({ length }) => `${length} elements`));
  });

  test.each<[most: number, value: readonly string[], sizes: readonly number[]]>([
    [2, ['a', 'b'], [3]],
    [4, ['a', 'b'], [5]],
    // There is nothing of which to make more.
    [2, [], []],
    // Beyond, the body is too large.
    [199, ['a'], [200]],
    [200, ['a'], []],
    [201, ['a'], []],
  ])('of more elements than %d, from %j', (most, value, sizes) => {
    const found = ofKind('more', value, [{ maxItems: most }]);
    expect(found.map((one) => (one.value as unknown[]).length)).toEqual(sizes);
    for (const one of found) expect(new Set(one.value as unknown[])).toEqual(new Set(value));
    expect(found.map(({ label }) => label)).toEqual(sizes.map((size) => `${size} elements`));
  });

  test.each<[value: readonly string[], others: readonly (readonly string[])[]]>([
    [['a', 'b'], [['a', 'b', 'a']]],
    [['a'], [['a', 'a']]],
    [[], []],
  ])('with an element twice, from %j', (value, others) => {
    expect(valuesOf('unique', value, [{ uniqueItems: true }])).toEqual(others);
  });
});
