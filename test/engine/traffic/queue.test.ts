import { expect, test } from 'vitest';
import { Queue } from '../../../engine/traffic/queue.ts';
import { virtualClock } from '../../simulation/virtual-clock.ts';

const clock = virtualClock(0);

/** Returns a send that ends on command, and counts sends in progress. */
function gate() {
  const ends: (() => void)[] = [];
  let active = 0;
  const send = async () => {
    active++;
    await new Promise<void>((end) => ends.push(end));
    active--;
  };
  return { send, end: () => ends.shift()?.(), active: () => active };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('concurrent requests reach the limit and never exceed it; it can be lowered, but not raised', async () => {
  const queue = new Queue(clock, 3);
  const { send, end, active } = gate();
  const all = Promise.all(Array.from({ length: 6 }, () => queue.run(send)));
  await turn();
  expect(active()).toBe(3);
  queue.atMost(1);
  queue.atMost(8);
  for (const left of [3, 2, 1, 1, 1, 1]) {
    await turn();
    expect(active()).toBe(left);
    end();
  }
  await all;
});

test('a failed request frees its slot', async () => {
  const queue = new Queue(clock, 1);
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run(async () => 'next')).toBe('next');
});

test('the only request of a unit precedes those of a unit that sends many', async () => {
  const queue = new Queue(clock, 1);
  const seen: string[] = [];
  const run = (unit: string) => queue.run(async () => void seen.push(unit), unit);
  await Promise.all([run('many'), run('many'), run('many'), run('one')]);
  expect(seen).toEqual(['many', 'one', 'many', 'many']);
});

test('an exclusive action waits for requests in flight, and delays others', async () => {
  const queue = new Queue(clock, 2);
  const { send, end } = gate();
  const seen: string[] = [];
  const before = queue.run(() => send().then(() => seen.push('before')));
  await turn();
  const alone = queue.alone(async () => {
    seen.push('alone begins');
    await turn();
    await turn();
    seen.push('alone ends');
  });
  const after = queue.run(async () => seen.push('after'));
  await turn();
  expect(seen).toEqual([]);
  end();
  await Promise.all([before, alone, after]);
  expect(seen).toEqual(['before', 'alone begins', 'alone ends', 'after']);
});

test('exclusive actions run in sequence, even if the first fails', async () => {
  const queue = new Queue(clock, 2);
  let active = 0;
  const action = async () => {
    expect(++active).toBe(1);
    await turn();
    active--;
    throw new Error('broken');
  };
  const both = await Promise.allSettled([queue.alone(action), queue.alone(action)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await queue.run(async () => {});
});

/** Resolves to the milliseconds until the work is done. */
async function lasting(work: Promise<unknown>): Promise<number> {
  const began = clock.now();
  await work;
  return clock.now() - began;
}
const departures = (queue: Queue, count: number) =>
  Promise.all(Array.from({ length: count }, () => queue.run(() => queue.depart())));

test('a rate spaces requests evenly, and time without requests allows no burst', async () => {
  expect(await lasting(departures(new Queue(clock, 100, 200), 21))).toBe(100);
  const queue = new Queue(clock, 100, 100);
  await queue.depart();
  await clock.sleep(60);
  expect(await lasting(departures(queue, 5))).toBe(40);
});

test('no request leaves during a pause, and a pause can only be extended', async () => {
  const queue = new Queue(clock, 10);
  queue.pauseUntil(clock.now() + 60);
  queue.pauseUntil(clock.now() + 10);
  expect(await lasting(queue.depart())).toBe(60);
});

test('a request counts for a second after its response, or for two seconds without a response', async () => {
  const queue = new Queue(clock, 8, 2);
  const arrived = await queue.depart();
  await clock.sleep(400);
  arrived?.();
  const next = queue.depart().then((second) => second?.());
  expect(await lasting(next.then(() => queue.depart()))).toBe(1_005);
  const unanswered = new Queue(clock, 8, 1);
  await unanswered.depart();
  expect(await lasting(unanswered.depart())).toBe(2_005);
});

test('opening ends every wait: turns, pauses and the rate', async () => {
  const queue = new Queue(clock, 1, 0.001);
  await queue.depart();
  queue.pauseUntil(clock.now() + 600_000);
  const leaving = queue.run(() => queue.depart());
  const waiting = Promise.all(Array.from({ length: 50 }, () => queue.run(async () => 'its turn')));
  await turn();
  queue.open();
  expect(await leaving).toBeUndefined();
  expect(new Set(await waiting)).toEqual(new Set(['its turn']));
});

test('after opening, requests ignore pauses but keep to the rate', async () => {
  const queue = new Queue(clock, 1, 20);
  queue.pauseUntil(clock.now() + 600_000);
  queue.open();
  const all = departures(queue, 3);
  expect(await lasting(all)).toBe(100);
  for (const one of await all) expect(one).toBeTypeOf('function');
});
