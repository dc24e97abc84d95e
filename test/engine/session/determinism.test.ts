import { expect, test } from 'vitest';
import { keyText } from '../../../engine/exchange/key.ts';
import { requestText } from '../../../engine/exchange/request.ts';
import { scopeIsAll } from '../../scope.ts';
import { type Certified, certify } from './in-process.ts';

/** Keys and symbolic requests of all first attempts. */
function sent({ evidence }: Certified): string[] {
  return [...evidence.exchanges.values()]
    .filter(({ key }) => key.attempt === 0)
    .map(({ key, request }) => `${keyText(key)}\n${requestText(request)}`)
    .sort();
}

/** Deep is fourteen thousand requests: one area will do. */
const part = scopeIsAll ? {} : { claim: ['cash'] as const };

test('the same seed sends the same requests under the same keys at any concurrency', async () => {
  const runs = await Promise.all(
    [1, 8, 32].map((concurrency) => certify({ concurrency, depth: scopeIsAll ? 'standard' : 'quick', ...part })),
  );
  const [first = [], ...others] = runs.map(sent);
  expect(first.length).toBeGreaterThan(200);
  for (const other of others) expect(other).toEqual(first);
});

test('another seed sends other requests', async () => {
  const [one, other] = await Promise.all([certify({ seed: 1, ...part }), certify({ seed: 2, ...part })]);
  expect(sent(one)).not.toEqual(sent(other));
});

test('quick is part of standard, and standard of deep', async () => {
  const [quick, standard, deep] = await Promise.all(
    (['quick', 'standard', 'deep'] as const).map(async (depth) => new Set(sent(await certify({ depth, ...part })))),
  );
  expect([...(quick ?? [])].filter((request) => !standard?.has(request))).toEqual([]);
  expect([...(standard ?? [])].filter((request) => !deep?.has(request))).toEqual([]);
});
