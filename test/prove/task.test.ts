import { expect, test } from 'vitest';
import type { FaultHead } from './heads.ts';
import { tasksOf } from './task.ts';

const fault = (id: string, requirement: string): FaultHead => ({
  id,
  breaks: [requirement],
  alsoFails: [],
  mayFail: [],
});
const faults = Array.from({ length: 30 }, (_, at) => fault(`fault-${at}`, 'cash/ok'));
const variants = [{ id: 'terse' }, { id: 'wordy' }];
const all = { depth: 'standard', seeds: [1] } as const;

test('the reference, every variant and every fault are certified with every seed', () => {
  const tasks = tasksOf(faults, variants, { ...all, seeds: [4, 5] });
  const certified = tasks.filter(({ kind }) => kind === 'variant');
  expect(
    certified.map(({ id, seed }) => `${id} ${seed}`.replace('wordy+terse', 'terse+wordy')),
  ).toEqual(['reference 4', 'reference 5', 'terse+wordy 4', 'terse+wordy 5']);
  expect(tasks.length - certified.length).toBe(30 * 2);
});

test('shards cover everything and keep the seeds of a fault together', () => {
  const selection = { ...all, seeds: [1, 2] };
  const shards = [1, 2, 3].map((index) =>
    tasksOf(faults, variants, { ...selection, shard: { index, total: 3 } }),
  );
  const named = (tasks: ReturnType<typeof tasksOf>) => tasks.map(({ id, seed }) => `${id} ${seed}`);
  expect(shards.flatMap(named).sort()).toEqual(named(tasksOf(faults, variants, selection)).sort());
  for (const tasks of shards) {
    for (const { id, kind } of tasks) {
      if (kind === 'fault') expect(tasks.filter((task) => task.id === id).length).toBe(2);
    }
  }
});

test('pairs that leave a requirement open never share a server', () => {
  const [one, other] = ['client-locked-after-three-failures', 'token-endpoint-rate-limited'];
  const some = Array.from({ length: 5 }, (_, at) => ({ id: `variant-${at}` }));
  const seeds = Array.from({ length: 40 }, (_, at) => at);
  const tasks = tasksOf([], [{ id: one }, { id: other }, ...some], { ...all, seeds });
  const sets = tasks.map(({ id }) => id.split('+')).filter((set) => !set.includes('reference'));
  expect(sets.flat()).toHaveLength(40 * 7);
  expect(sets.filter((set) => set.includes(one) && set.includes(other))).toEqual([]);
});

test('faults of different requirements with the same needs share a server', () => {
  const some = ['cash/ok', 'cash/schema', 'token/ok', 'guides/ok'].map((requirement, at) => ({
    ...fault(`of-${at}`, requirement),
    needs: at === 0 ? (['profile'] as const) : [],
  }));
  const wild = { ...fault('wild', 'user/ok'), mayFail: ['a/ok', 'b/ok', 'c/ok'] };
  const tasks = tasksOf([...some, wild], [], { ...all, seeds: [2] });
  const sets = tasks.filter(({ kind }) => kind === 'fault').map(({ id }) => id.split('+').sort());
  expect(sets.sort()).toEqual([['of-0'], ['of-1', 'of-2', 'of-3'], ['wild']]);
  const apart = tasksOf(some, [], { ...all, seeds: [2], apart: true });
  expect(apart.filter(({ kind }) => kind === 'fault')).toHaveLength(4);
});
