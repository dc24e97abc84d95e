import { expect, test } from 'vitest';
import { fail } from '../../../engine/index.ts';
import { finding } from '../../../engine/outcome/finding.ts';
import { InFlight } from '../../../engine/run/in-flight.ts';
import { answered } from '../../suites/answered.ts';

const sent = (sentAt: number, path = '/cash') => ({ ...answered({ request: { path } }), sentAt, endedAt: sentAt + 10 });
const found = finding('http/ok', 'GET /cash', fail('a cause', 'this', 'that'), sent(0));
const words = (violating: readonly number[], sentAt: readonly number[], path?: string) => {
  const inFlight = new InFlight();
  for (const at of sentAt) inFlight.add(sent(at, path));
  for (const at of violating) inFlight.violates(found, sent(at));
  return inFlight.inWords(found);
};

test('says with how many requests in flight a finding shows', () => {
  expect(words([100, 103], [0, 20, 100, 101, 102, 103, 200])).toBe(
    'shows with at least 4 such requests in flight: 2 of 4 responses; with fewer: 0 of 3',
  );
});

test.each([
  ['a request alone shows it', [100, 200], [100, 101, 200]],
  ['all requests overlap', [100], [100, 101, 102]],
  ['nothing shows it', [], [100, 101, 200]],
])('says nothing if %s', (_what, violating, all) => {
  expect(words(violating, all)).toBeUndefined();
});

test('counts only requests for the same path', () => {
  expect(words([100], [100, 101, 200], '/portfolios')).toBeUndefined();
});
