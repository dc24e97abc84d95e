import { expect, test } from 'vitest';
import { isLarge } from '../../../engine/schema/json-value.ts';

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
