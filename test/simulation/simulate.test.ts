import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

const allowed = { allow: { writes: true, orders: true, desync: false } };

/** Of all exchanges, in their order, and of the result. */
async function digestOf(seed: number, concurrency = 8): Promise<string> {
  const { exchanges, result } = await simulate({ ...allowed, seed, concurrency });
  const text = JSON.stringify([[...exchanges.values()], result]);
  return createHash('sha256').update(text).digest('hex');
}

test('the same seed gives the same exchanges and result, byte for byte', async () => {
  const first = await digestOf(1);
  expect(await digestOf(1)).toBe(first);
  expect(await digestOf(2)).not.toBe(first);
});

test('a correct server is conformant, and hours cost no time', async () => {
  const { result, exchanges } = await simulate(allowed);
  expect(result.failures.map(({ id }) => id)).toEqual([]);
  expect(result.verdict).toBe('conformant');
  expect(exchanges.size).toBeGreaterThan(1_000);
});
