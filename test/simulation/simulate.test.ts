import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

const allow = { writes: true, orders: true, desync: false };

/** Of all exchanges, in their order, and of the result. */
async function digestOf(seed: number): Promise<string> {
  const digest = createHash('sha256');
  const { result } = await simulate({
    config: { allow, seed },
    onExchange: (exchange) => digest.update(JSON.stringify(exchange)),
  });
  return digest.update(JSON.stringify(result)).digest('hex');
}

test('the same seed gives the same exchanges and result, byte for byte', {
  timeout: 240_000,
}, async () => {
  const first = await digestOf(1);
  expect(await digestOf(1)).toBe(first);
  expect(await digestOf(2)).not.toBe(first);
});

test('a correct server is conformant, and pauses cost no time', async () => {
  const { result } = await simulate({ config: { allow } });
  expect(result.failures.map(({ id }) => id)).toEqual([]);
  expect(result.verdict).toBe('conformant');
});
