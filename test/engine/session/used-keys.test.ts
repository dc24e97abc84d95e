import { expect, test } from 'vitest';
import { usedKeys } from '../../../engine/run/used-keys.ts';

const key = { requirement: 'cash/ok', endpoint: 'GET /cash', index: 0, step: 'case', attempt: 0 };

test('a key that was used is refused, and named; keys that differ in any part are others', () => {
  const use = usedKeys();
  for (const other of [{}, { requirement: 'a/b' }, { endpoint: '(run)' }, { index: 1 }, { step: 'again-1' }]) {
    use({ ...key, ...other });
  }
  expect(() => use({ ...key, attempt: 1 })).not.toThrow();
  expect(() => use(key)).toThrow(new RangeError('two requests under the key cash/ok|GET /cash|0|case|0'));
});
