import { describe, expect, test } from 'vitest';
import { placesOf, type Schema } from '../../fixtures/malformed/schema-places.ts';

/** The schemas that speak of a place; those in these tests are told apart by their titles. */
function titlesAt(pointer: string, schema: Schema, sample: unknown): readonly unknown[] {
  const place = placesOf(schema, sample).find(({ path }) => path.map((step) => `/${step}`).join('') === pointer);
  return titles(place?.schemas ?? []);
}

const titles = (schemas: readonly Schema[]) => schemas.map(({ title }) => title).filter((title) => title !== undefined);
const titled = (title: string) => ({ title });

test('the places of a sample are all its values, those at the top first', () => {
  const sample = { a: [1, { b: null }], c: {}, d: 'text' };
  expect(placesOf({}, sample).map(({ path, value }) => [path.join('/'), value])).toEqual([
    ['', sample],
    ['a', sample.a],
    ['c', {}],
    ['d', 'text'],
    ['a/0', 1],
    ['a/1', { b: null }],
    ['a/1/b', null],
  ]);
});

describe('schemas that speak of a value', () => {
  test.each<[what: string, schema: Schema, others: readonly string[]]>([
    ['itself alone', {}, []],
    ['all parts', { allOf: [titled('one'), titled('other')] }, ['one', 'other']],
    ['all alternatives', { anyOf: [titled('one'), titled('other')] }, ['one', 'other']],
    ['all exclusive alternatives', { oneOf: [titled('one'), titled('other')] }, ['one', 'other']],
    [
      'both outcomes of a condition, not the condition',
      Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, titled(keyword)])),
      ['then', 'else'],
    ],
    ['those that depend on a member', { dependentSchemas: { a: titled('one'), b: titled('other') } }, ['one', 'other']],
    ['what is no schema does not', { allOf: [true, null, 7], dependentSchemas: null, else: false }, []],
    ['parts of parts', { allOf: [{ anyOf: [titled('one')] }] }, ['one']],
    ['what is referred to', { $ref: '#/$defs/a', $defs: { a: titled('one'), b: titled('other') } }, ['one']],
    [
      'a name with a slash, a tilde and a space',
      { $ref: '#/$defs/a~1b~0c%20d', $defs: { 'a/b~c d': titled('one') } },
      ['one'],
    ],
    [
      'a circle',
      { $ref: '#/$defs/a', $defs: { a: { title: 'one', allOf: [{ $ref: '#' }, { $ref: '#/$defs/a' }] } } },
      ['one'],
    ],
  ])('%s', (_what, schema, others) => {
    expect(titlesAt('', { title: 'root', ...schema }, {})).toEqual(['root', ...others]);
  });

  test.each<[what: string, schema: Schema]>([
    ['to nothing', { $ref: '#/$defs/b' }],
    ['below nothing', { $ref: '#/$defs/b/properties/c' }],
    ['below null', { $ref: '#/default/a', default: null }],
    ['below a text', { $ref: '#/default/a', default: 'text' }],
    ['into another document', { $ref: 'other.schema.json/$defs/a' }],
  ])('a reference that leads %s adds none', (_what, schema) => {
    expect(titlesAt('', { title: 'root', $defs: { a: titled('one') }, ...schema }, {})).toEqual(['root']);
  });
});

describe('of a member speaks', () => {
  const rest = { additionalProperties: titled('additional'), unevaluatedProperties: titled('unevaluated') };

  test.each<[what: string, schema: Schema, own: readonly string[]]>([
    [
      'the schema under its name',
      { properties: { colour: titled('named'), other: titled('other') }, ...rest },
      ['named'],
    ],
    [
      'that of each pattern that its name fits',
      { patternProperties: { '^c': titled('c'), r$: titled('r'), '^x': titled('x') } },
      ['c', 'r'],
    ],
    ['that of a pattern, and not that of all others', { patternProperties: { '^c': titled('c') }, ...rest }, ['c']],
    [
      'both name and pattern',
      { properties: { colour: titled('named') }, patternProperties: { o: titled('o') } },
      ['named', 'o'],
    ],
    [
      'that of all others where neither name nor pattern is its own',
      { properties: { x: titled('x') }, patternProperties: { '^x': titled('x') }, ...rest },
      ['additional', 'unevaluated'],
    ],
    ['that of all others where nothing else is stated', rest, ['additional', 'unevaluated']],
    [
      'that of every part',
      { allOf: [{ properties: { colour: titled('named') } }, rest] },
      ['named', 'additional', 'unevaluated'],
    ],
    ['none', { additionalProperties: false }, []],
  ])('%s', (_what, schema, own) => {
    expect(titlesAt('/colour', schema, { colour: 'red' })).toEqual(own);
  });

  test('none where its name is only that of what every object has', () => {
    expect(titlesAt('/toString', { properties: {}, ...rest }, { toString: 1 })).toEqual(['additional', 'unevaluated']);
  });
});

test('of an element speaks the schema of its place, or that of all elements', () => {
  const schema = { prefixItems: [titled('first')], items: titled('other') };
  expect(['/0', '/1'].map((at) => titlesAt(at, schema, ['a', 'b']))).toEqual([['first'], ['other']]);
  expect(titlesAt('/0', { items: titled('each') }, ['a'])).toEqual(['each']);
});

describe('absent members', () => {
  const absentFrom = (schema: Schema, sample: unknown) =>
    placesOf(schema, sample)[0]?.absent.map(({ name, schemas }) => [name, titles(schemas)]);

  test('are those that any schema knows and the sample has not, each once, with all that speaks of them', () => {
    const schema = {
      properties: { a: titled('a'), b: titled('b'), toString: titled('every object has it') },
      allOf: [{ properties: { b: { $ref: '#/$defs/b' } } }, { title: 'knows none' }],
      $defs: { b: titled('also b') },
    };
    expect(absentFrom(schema, { a: 1 })).toEqual([
      ['b', ['b', 'also b']],
      ['toString', ['every object has it']],
    ]);
  });

  test.each([[{}, { properties: null }], [{}, {}], [null], ['text'], [['x']], [7]])(
    '%j has none where it is no object, or none are known',
    (sample, schema: Schema = { properties: { a: {} } }) => {
      expect(absentFrom(schema, sample)).toEqual([]);
    },
  );
});
