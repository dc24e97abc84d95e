import { expect, test } from 'vitest';
import { type Exchange, takenBy } from '../../../engine/index.ts';
import type { Given } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';
import { exchangeOf, silence } from '../../suites/asking.ts';

test.each<[string, ...(Given | Exchange)[]]>([
  ['accepted', { status: 204 }],
  ['refused', apiError(400)],
  ['unclear', { status: 302 }, { status: 429 }, { status: 503 }, { status: 500 }, silence('timeout')],
])('an update is %s', (taken, ...all) => {
  for (const given of all) expect(takenBy(exchangeOf(given)), JSON.stringify(given)).toBe(taken);
});
