import { expect, test } from 'vitest';
import { schemaFault, violations } from '../../../engine/schema/validate.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const draft7 = 'http://json-schema.org/draft-07/schema';

test.each<[string, () => object | boolean]>([
  ['true', () => true],
  ['false', () => false],
  ['an empty one', () => ({})],
  ['one of the dialect', () => ({ $schema: dialect })],
  ['one of the dialect, with an empty fragment', () => ({ $schema: `${dialect}#` })],
  ['unknown keywords and formats', () => ({ anything: 1, format: 'anything', id: 7 })],
  ['nullable without a type', () => ({ properties: { a: { nullable: true, enum: ['a', null] } } })],
  [
    'nullable beside a reference',
    () => ({ $defs: { a: { type: 'string' } }, $ref: '#/$defs/a', nullable: true }),
  ],
  ['nullable as a name', () => ({ dependentRequired: { nullable: ['a'] } })],
  ['nullable that contradicts a type', () => ({ nullable: false, type: ['string', 'null'] })],
  ['a reference to its root', () => ({ properties: { a: { $ref: '#' } } })],
  ['a reference within it', () => ({ $ref: '#/$defs/a', $defs: { a: { type: 'object' } } })],
])('no fault: %s', (_what, schema) => {
  expect(schemaFault(schema())).toBeUndefined();
});

test.each<[object, () => object]>([
  [{ fault: 'dialect', dialect: `${draft7}#` }, () => ({ $schema: `${draft7}#` })],
  [{ fault: 'dialect', dialect: '7' }, () => ({ $schema: 7 })],
  [{ fault: 'other' }, () => ({ $async: true })],
  [{ fault: 'keyword', pointer: '/type' }, () => ({ type: 'text' })],
  [
    { fault: 'keyword', pointer: '/properties/a/minimum' },
    () => ({ properties: { a: { minimum: '1' } } }),
  ],
  // The pointer names the innermost error.
  [{ fault: 'keyword', pointer: '/type/1' }, () => ({ type: ['string', 'text'] })],
  [
    { fault: 'keyword', pointer: '/properties/a/minimum' },
    () => ({ $ref: 7, properties: { a: { minimum: '1' } } }),
  ],
  [
    { fault: 'keyword', message: expect.stringMatching(/^must be .*number/) },
    () => ({ minimum: '1' }),
  ],
  [
    { fault: 'keyword', message: expect.stringMatching(/^must be one of array, boolean/) },
    () => ({ type: 'text' }),
  ],
  [{ fault: 'reference', reference: '#/$defs/b', isRemote: false }, () => ({ $ref: '#/$defs/b' })],
  [{ fault: 'reference', isRemote: true }, () => ({ $ref: 'https://example.com/a.json' })],
  [{ fault: 'other', message: 'its references form an endless loop' }, () => ({ $ref: '#' })],
  [
    { fault: 'other', message: expect.stringMatching(/regular expression/i) },
    () => ({ pattern: '(' }),
  ],
])('%j', (fault, schema) => {
  expect(schemaFault(schema())).toMatchObject(fault);
});

test.each([null, 0, '', [], {}])(
  'a schema whose references loop only for %j is faulty',
  (value) => {
    const endless = { if: { not: { const: value } }, else: { $ref: '#' } };
    expect(schemaFault(endless)).toEqual({
      fault: 'other',
      message: 'its references form an endless loop',
    });
  },
);

test('the schemas true and false do not get the fault of an earlier schema', () => {
  expect(schemaFault({ type: 'text' })).toBeDefined();
  expect(schemaFault(true)).toBeUndefined();
  expect(schemaFault(false)).toBeUndefined();
});

test('a schema can be used again, and so can another with the same $id', () => {
  const one = { $id: 'https://example.com/a', type: 'string' };
  expect([violations(one, 'a'), violations(one, 7)].map(({ length }) => length)).toEqual([0, 1]);
  expect(violations({ $id: 'https://example.com/a', type: 'number' }, 7)).toEqual([]);
  expect(violations(true, 7)).toEqual([]);
  expect(violations(false, 7)).toMatchObject([
    { keyword: 'false schema', path: [], found: 7, schema: {} },
  ]);
  expect(violations(true, 7)).toEqual([]);
});

test('a violation of a schema that allows nothing shows a schema without keywords', () => {
  expect(violations({ properties: { a: false } }, { a: 7 }).map(({ schema }) => schema)).toEqual([
    {},
  ]);
});

test('a violation has path, keyword and value', () => {
  const schema = { properties: { 'a/b': { items: { type: 'string' } } } };
  expect(violations(schema, { 'a/b': ['x', 7, 8] })).toMatchObject([
    {
      path: ['a/b', '1'],
      keyword: 'type',
      params: { type: 'string' },
      schema: { type: 'string' },
      found: 7,
    },
  ]);
  expect(violations(schema, { 'a/b': ['x', 7, 8] }, 'all')).toHaveLength(2);
});

test.each([
  [{ multipleOf: 0.01 }, 19.99, true],
  [{ multipleOf: 0.01 }, 131_072.02, true],
  [{ multipleOf: 0.01 }, 123_456_789.07, true],
  [{ multipleOf: 0.01 }, 131_072.025, false],
  [{ multipleOf: 0.000001 }, 42.123457, true],
  [{ multipleOf: 0.000001 }, 42.1234575, false],
  [{ multipleOf: 0.00000001 }, 1.23456789, true],
  [{ multipleOf: 3 }, 9_007_199_254_740_990, true],
  [{ multipleOf: 2 }, 9_007_199_254_740_991, false],
  [{ multipleOf: 0.01 }, 1e308, true],
  [{ multipleOf: 2 }, 'text', true],
  [{ nullable: true, enum: ['a', null] }, null, true],
  [{ nullable: true, enum: ['a'] }, null, false],
  [{ nullable: true, type: 'string' }, null, true],
  [{ properties: { nullable: true }, additionalProperties: false }, { nullable: 1 }, true],
  [{ const: { nullable: true } }, { nullable: true }, true],
  [{ dependentRequired: { nullable: ['a'] } }, { nullable: 1 }, false],
  [{ format: 'email' }, 'a@localhost', true],
  [{ format: 'email' }, '"a b"@example.com', true],
  [{ format: 'email' }, 'first.last@example.com', true],
  [{ format: 'email' }, 'a b@example.com', false],
  [{ format: 'email' }, 'a', false],
  [{ format: 'email' }, 'a@b c', false],
])('%j of %j is %j', (schema, value, isValid) => {
  expect(violations(structuredClone(schema), value).length === 0).toBe(isValid);
});

test('a violation of multipleOf states the number', () => {
  expect(violations({ multipleOf: 0.5 }, 1.3)).toMatchObject([
    {
      keyword: 'multipleOf',
      params: { multipleOf: 0.5 },
      message: 'must be multiple of 0.5',
      found: 1.3,
    },
  ]);
});

test('an amount with as many decimals as multipleOf is valid, one with one more is not', () => {
  for (const [digits, highest] of Object.entries({ 2: 5e6, 6: 50, 8: 2 })) {
    const schema = { multipleOf: Number(`1e-${digits}`) };
    for (let nth = 0; nth < 400; nth++) {
      const amount = (((nth + 0.5) / 400) * highest).toFixed(Number(digits));
      expect(violations(schema, Number(amount)), amount).toEqual([]);
      expect(violations(schema, Number(`${amount}5`)), `${amount}5`).toHaveLength(1);
    }
  }
});

const needsA = { required: ['a'] };

test.each([
  [{ uniqueItems: true }, '[{"toString":1},{"toString":1}]', ['uniqueItems']],
  [{ uniqueItems: true }, '[{"toString":1},{"toString":2}]', []],
  [{ uniqueItems: true, items: needsA }, '[{"toString":1,"a":1},{"toString":2}]', ['required']],
  [{ const: { a: 1 } }, '{"valueOf":1}', ['const']],
  [{ enum: [{ a: 1 }] }, '{"toString":null}', ['enum']],
  [
    { uniqueItems: true, items: needsA },
    '[{"toString":1},{"a":{"__proto__":{"valueOf":1}}}]',
    ['required'],
  ],
  [{ properties: { constructor: { type: 'string' }, toString: false } }, '{}', []],
  [{ required: ['constructor'] }, '{}', ['required']],
  [{ dependentRequired: { valueOf: ['a'] } }, '{}', []],
  [{ properties: { constructor: { type: 'string' } } }, '{"constructor":1}', ['type']],
])('inherited names are ordinary members: %j, %s', (schema, text, keywords) => {
  expect(violations(schema, JSON.parse(text), 'all').map(({ keyword }) => keyword)).toEqual(
    keywords,
  );
});

const whatIsHidden = [
  '{{jwt}}',
  '{{client:scoped:secret}}',
  '{{gateway:x-key}}',
  '{{token:a|POST {auth_url}|0|b|0}}',
];
test.each([
  { format: 'uri' },
  { format: 'date-time' },
  { pattern: '^[a-z]+$' },
  { enum: ['a', 'b'] },
  { const: 'a' },
  { maxLength: 3 },
  { minLength: 200 },
  { anyOf: [{ type: 'null' }, { type: 'string', format: 'uri' }] },
  { oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }, { pattern: '^d' }] },
  { not: { minLength: 10 } },
])('a redacted secret does not violate %j', (schema) => {
  const texts = whatIsHidden.map((hidden) => `https://${hidden}.example/a b.png?token=${hidden}`);
  expect(texts.map((text) => violations(schema, text, 'all'))).toEqual(texts.map(() => []));
  expect(violations(schema, 'https://{b}.example/{{c}}/{{unique:d', 'all')).not.toEqual([]);
});

test('the type of a redacted secret is judged', () => {
  expect(violations({ type: 'integer' }, '{{jwt}}').map(({ keyword }) => keyword)).toEqual([
    'type',
  ]);
});
