import { expect, test } from 'vitest';
import { violations } from '../../../engine/schema/validate.ts';

const needsA = { required: ['a'] };

test.each([
  [{ uniqueItems: true }, '[{"toString":1},{"toString":1}]', ['uniqueItems']],
  [{ uniqueItems: true }, '[{"toString":1},{"toString":2}]', []],
  [{ uniqueItems: true, items: needsA }, '[{"toString":1,"a":1},{"toString":2}]', ['required']],
  [{ const: { a: 1 } }, '{"valueOf":1}', ['const']],
  [{ enum: [{ a: 1 }] }, '{"toString":null}', ['enum']],
  [{ uniqueItems: true, items: needsA }, '[{"toString":1},{"a":{"__proto__":{"valueOf":1}}}]', ['required']],
  [{ properties: { constructor: { type: 'string' }, toString: false } }, '{}', []],
  [{ required: ['constructor'] }, '{}', ['required']],
  [{ dependentRequired: { valueOf: ['a'] } }, '{}', []],
  [{ properties: { constructor: { type: 'string' } } }, '{"constructor":1}', ['type']],
])('inherited names are ordinary members: %j, %s', (schema, text, keywords) => {
  expect(violations(schema, JSON.parse(text), 'all').map(({ keyword }) => keyword)).toEqual(keywords);
});

const whatIsHidden = ['{{jwt}}', '{{client:scoped:secret}}', '{{gateway:x-key}}', '{{token:a|POST {auth_url}|0|b|0}}'];
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
  expect(violations({ type: 'integer' }, '{{jwt}}').map(({ keyword }) => keyword)).toEqual(['type']);
});
