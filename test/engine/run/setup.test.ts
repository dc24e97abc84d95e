import { expect, test } from 'vitest';
import type { Send } from '../../../engine/exchange/exchange.ts';
import { emptyProfile } from '../../../engine/index.ts';
import { setUp } from '../../../engine/run/setup.ts';
import { endpoints } from '../../../suites/endpoints.ts';
import { answered } from '../../suites/answered.ts';

/** What is found out of a target that gives these statuses to the first requests for cash, and 200 from then on. */
async function startOf(...statuses: readonly number[]) {
  let asked = 0;
  const send: Send = async (key, request) => ({
    ...answered({ status: statuses[asked++] ?? 200, body: {} }),
    key,
    request,
  });
  const covered = endpoints.filter(({ name }) => name === 'cash');
  const config = { clients: {}, tokens: {}, target: { baseUrl: '', authUrl: '' }, profile: emptyProfile } as never;
  const { start } = await setUp({ config, covered, givenTokens: {}, send, nameGuide: () => {} });
  return { status: start?.status, asked };
}

test.each([
  [[], 200, 1],
  [[404], 404, 1],
  [[429], 200, 2],
  [[503, 429], 200, 3],
  [[429, 429, 429], 429, 3],
])('a target that answers with %j at first starts with %i, after %i requests', async (statuses, status, asked) => {
  expect(await startOf(...statuses)).toEqual({ status, asked });
});
