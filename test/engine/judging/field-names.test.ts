import { expect, test } from 'vitest';
import { isProper } from '../../../engine/index.ts';
import { answered } from '../../suites/answered.ts';

const { headers } = answered().request;
test.each([
  ['as they are', true, headers],
  ['in lowercase', false, headers.map(([name, value]) => [name.toLowerCase(), value] as const)],
  ...['Proxy-Authorization', 'Authorization-Info', 'not-x-user-id', 'X-User-Id-Hint'].map(
    (name) =>
      [`and ${name}, which is another field`, true, [...headers, [name, 'text'] as const]] as const,
  ),
] as const)('other requirements judge field names %s: %s', (_what, expected, all) => {
  const guides = { method: 'GET', path: '/learn/learning-guides' };
  expect(isProper(answered({ request: { headers: all } }), guides)).toBe(expected);
});
