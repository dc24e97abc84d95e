import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Limiter } from '../../../engine/wire/limiter.ts';

/** A send that ends when told to, and a count of those under way. */
function gate() {
  const ends: (() => void)[] = [];
  let most = 0;
  let active = 0;
  const send = async () => {
    most = Math.max(most, ++active);
    await new Promise<void>((end) => ends.push(end));
    active--;
  };
  return { send, end: () => ends.shift()?.(), most: () => most, active: () => active };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('never more are in flight than allowed, and the next follows as one ends', async () => {
  const limiter = new Limiter(3);
  const { send, end, most, active } = gate();
  const all = Promise.all(Array.from({ length: 10 }, () => limiter.run(send)));
  for (let left = 10; left > 0; left--) {
    await turn();
    expect(active()).toBe(Math.min(3, left));
    end();
  }
  await all;
  expect(most()).toBe(3);
});

test('the number at a time can be lowered while they wait, and never raised', async () => {
  const limiter = new Limiter(3);
  const { send, end, active } = gate();
  const all = Promise.all(Array.from({ length: 6 }, () => limiter.run(send)));
  await turn();
  limiter.atMost(1);
  limiter.atMost(8);
  for (const left of [3, 2, 1, 1, 1, 1]) {
    await turn();
    expect(active()).toBe(left);
    end();
  }
  await all;
});

test('a send that fails gives its place to the next', async () => {
  const limiter = new Limiter(1);
  await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limiter.run(async () => 'next')).toBe('next');
});

test('requests keep their distance under a rate', async () => {
  const limiter = new Limiter(100, 200);
  const began = performance.now();
  await Promise.all(Array.from({ length: 21 }, () => limiter.run(async () => {})));
  expect(performance.now() - began).toBeGreaterThan(95);
});

test('time without requests earns no burst', async () => {
  const limiter = new Limiter(100, 100);
  await limiter.run(async () => {});
  await sleep(60);
  const began = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => limiter.run(async () => {})));
  expect(performance.now() - began).toBeGreaterThan(35);
});

test('nobody is admitted during a pause, and a pause can only be prolonged', async () => {
  const limiter = new Limiter(10);
  limiter.pauseUntil(Date.now() + 60);
  limiter.pauseUntil(Date.now() + 10);
  const began = performance.now();
  await limiter.run(async () => {});
  expect(performance.now() - began).toBeGreaterThan(55);
});

test('one alone waits for those in flight, and keeps the others waiting', async () => {
  const limiter = new Limiter(2);
  const { send, end } = gate();
  const seen: string[] = [];
  const before = limiter.run(async () => {
    await send();
    seen.push('before');
  });
  await turn();
  const alone = limiter.alone(async () => {
    seen.push('alone begins');
    await turn();
    await turn();
    seen.push('alone ends');
  });
  const after = limiter.run(async () => seen.push('after'));
  await turn();
  expect(seen).toEqual([]);
  end();
  await Promise.all([before, alone, after]);
  expect(seen).toEqual(['before', 'alone begins', 'alone ends', 'after']);
});

test('two who want to be alone are so one after the other, also when the first fails', async () => {
  const limiter = new Limiter(2);
  let active = 0;
  const action = async () => {
    expect(++active).toBe(1);
    await turn();
    active--;
    throw new Error('broken');
  };
  const both = await Promise.allSettled([limiter.alone(action), limiter.alone(action)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await limiter.run(async () => {});
});

test('once opened, it holds up nobody: neither pause nor rate', async () => {
  const limiter = new Limiter(1, 0.001);
  limiter.pauseUntil(Date.now() + 600_000);
  const all = Promise.all(Array.from({ length: 50 }, () => limiter.run(async () => {})));
  limiter.open();
  await all;
  await limiter.run(async () => {});
});
