import { expect, test } from 'vitest';
import { changeInWords } from '../../../engine/run/change-in-words.ts';
import { answered } from '../../suites/answered.ts';

const [accept, user] = [['Accept', 'a'] as const, ['x-user-id', 'b'] as const];
test.each([
  [{}, undefined],
  [{ headers: [accept] }, 'no x-user-id header'],
  [{ method: 'HEAD', path: '/a?b=c' }, 'the method HEAD and another path and the query ?b=c'],
  [{ body: 'c' }, 'another body'],
  [{ body: 'c'.repeat(5_000) }, 'another body of 5000 characters'],
])('%# differs from the well-formed request: %s', (changes, words) => {
  const { request } = answered({ request: { path: '/', headers: [accept, user] } });
  expect(changeInWords({ ...request, ...changes }, request)).toBe(words);
});
