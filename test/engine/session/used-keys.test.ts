import { expect, test } from 'vitest';
import { usedKeys } from '../../../engine/run/used-keys.ts';

const key = { requirement: 'cash/ok', endpoint: 'GET /cash', index: 0, step: 'case', attempt: 0 };

test('keys that differ in any part are different ones', () => {
  const use = usedKeys();
  use(key);
  use({ ...key, requirement: 'portfolios/ok' });
  use({ ...key, endpoint: '(run)' });
  use({ ...key, index: 1 });
  use({ ...key, step: 'again-1' });
  expect(() => use({ ...key, attempt: 1 })).not.toThrow();
});

test('a key that was used is refused, and named', () => {
  const use = usedKeys();
  use(key);
  use({ ...key, index: 1 });
  expect(() => use({ ...key })).toThrow(new RangeError('two requests under the key cash/ok|GET /cash|0|case|0'));
});
