import { expect, test } from 'vitest';
import { violations } from '../../../engine/schema/validate.ts';

test.each([
  [{ uniqueItems: true }, '[{"toString":1},{"toString":1}]', ['uniqueItems']],
  [{ uniqueItems: true }, '[{"toString":1},{"toString":2}]', []],
  [{ const: { a: 1 } }, '{"valueOf":1}', ['const']],
  [{ enum: [{ a: 1 }] }, '{"toString":null}', ['enum']],
  [
    { uniqueItems: true, items: { required: ['a'] } },
    '[{"toString":1},{"a":{"__proto__":{"valueOf":1}}}]',
    ['required'],
  ],
])('members that every object inherits are members as any other: %j, %s', (schema, text, keywords) => {
  expect(violations(schema, JSON.parse(text), 'all').map(({ keyword }) => keyword)).toEqual(keywords);
});
