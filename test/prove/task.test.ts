import { expect, test } from 'vitest';
import { faultHead } from './samples.ts';
import { furtherTasks, replaced, type Task, tasksOf } from './task.ts';

const faults = Array.from({ length: 30 }, (_, at) =>
  faultHead(`fault-${at}`, at % 3 === 0 ? 'http/answers' : 'cash/ok'),
);
const variants = [{ id: 'terse' }, { id: 'wordy' }];
const all = { depth: 'standard', seeds: [1] } as const;

test('the reference, every variant and every fault are certified with every seed', () => {
  const tasks = tasksOf(faults, variants, { ...all, seeds: [4, 5] });
  const certified = tasks.filter(({ kind }) => kind === 'variant');
  expect(certified.map(({ id, seed }) => `${id} ${seed}`.replace('wordy+terse', 'terse+wordy'))).toEqual([
    'reference 4',
    'reference 5',
    'terse+wordy 4',
    'terse+wordy 5',
  ]);
  expect(tasks.length - certified.length).toBe(30 * 2);
});

test('variants run with the whole catalogue, and a fault does with one seed in thirty', () => {
  const seeds = Array.from({ length: 30 }, (_, at) => at + 17);
  const tasks = tasksOf(faults, variants, { ...all, seeds });
  expect(tasks.filter(({ kind, only }) => kind === 'variant' && only)).toEqual([]);
  const whole = tasks.filter(({ kind, only }) => kind === 'fault' && !only);
  expect(whole.map(({ id }) => id).sort()).toEqual(faults.map(({ id }) => id).sort());
});

test('a fault runs with the groups of all requirements that it breaks or may break', () => {
  const fault = faultHead('late', 'cash/ok', { alsoFails: ['auth/missing'], mayFail: ['user/missing', 'cash/ok'] });
  expect(tasksOf([fault], [], all).at(-1)?.only).toEqual(['auth/*', 'cash/*', 'user/*']);
});

test('shards cover everything and keep the seeds of a fault together', () => {
  const selection = { ...all, seeds: [1, 2] };
  const shards = [1, 2, 3].map((index) => tasksOf(faults, variants, { ...selection, shard: { index, total: 3 } }));
  const named = (tasks: ReturnType<typeof tasksOf>) => tasks.map(({ id, seed }) => `${id} ${seed}`);
  expect(shards.flatMap(named).sort()).toEqual(named(tasksOf(faults, variants, selection)).sort());
  for (const tasks of shards) {
    for (const { id, kind } of tasks) {
      if (kind === 'fault') expect(tasks.filter((task) => task.id === id).length).toBe(2);
    }
  }
});

test('globs select by the ids of faults and variants', () => {
  const ids = tasksOf(faults, variants, { ...all, only: ['fault-1*', 'terse'] }).map(({ id }) => id);
  expect(ids.length).toBe(12);
  expect(ids).toContain('terse');
});

test('named variants run alone, or in the named set', () => {
  const ids = (only: readonly string[]) => tasksOf([], variants, { ...all, only }).map(({ id }) => id);
  expect(ids(['terse', 'wordy'])).toEqual(['terse', 'wordy']);
  expect(ids(['wordy+terse'])).toEqual(['wordy+terse']);
});

test('otherwise each seed distributes the variants differently, at most six per server', () => {
  const many = Array.from({ length: 16 }, (_, at) => ({ id: `variant-${at}` }));
  const serversOf = (seeds: readonly number[]) =>
    tasksOf([], many, { ...all, seeds }).flatMap(({ id }) => (id === 'reference' ? [] : [id]));
  const servers = serversOf([1]).map((id) => id.split('+'));
  expect(servers.map(({ length }) => length)).toEqual([6, 5, 5]);
  expect(servers.flat().sort()).toEqual(many.map(({ id }) => id).sort());
  expect(serversOf([1])).toEqual(serversOf([1]));
  expect(new Set(serversOf([1, 2])).size).toBe(6);
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

test('a correct server is certified once more if it was inconclusive, but not if it was accused', () => {
  const rows = tasksOf([], variants, { ...all, only: ['terse', 'wordy'], seeds: [8] });
  const problem = (subject: string, text: string) => ({ kind: 'verdict' as const, subject, text });
  const problems = [problem('terse', 'inconclusive; cash/ok'), problem('wordy', 'non-conformant; cash/ok')];
  expect(furtherTasks([], all, rows, problems)).toEqual([{ kind: 'variant', id: 'terse', seed: 8, depth: 'standard' }]);
});

test('a missed fault runs again with the whole catalogue, and a silent companion with five seeds', () => {
  const problem = (kind: 'missed' | 'stale' | 'accused', subject: string) => ({ kind, subject, text: '' });
  const seeds = [8, 9];
  const rows = tasksOf(faults, variants, { ...all, seeds });
  const metAll = (id: string) => rows.filter((row) => row.id === id && !row.only).map(({ seed }) => seed);
  expect([metAll('fault-0'), metAll('fault-21')]).toEqual([[], [9]]);
  const problems = [problem('missed', 'fault-21'), problem('stale', 'fault-0'), problem('accused', 'fault-2')];
  const further = furtherTasks(faults, { ...all, seeds }, rows, problems);
  expect(further.some(({ only }) => only)).toBe(false);
  expect(further.map(({ id, seed }) => `${id} ${seed}`)).toEqual([
    ...[8, 9, 10, 11, 12].map((seed) => `fault-0 ${seed}`),
    'fault-21 8',
    'fault-21 9',
  ]);
  expect(furtherTasks(faults, { ...all, seeds }, rows, [])).toEqual([]);
});

test('a later row replaces the earlier one', () => {
  const row = { kind: 'fault', id: 'late', seed: 1, depth: 'standard' } as const;
  const narrow: Task = { ...row, only: ['cash/*'] };
  expect(replaced([narrow, { ...narrow, seed: 2 }], [row])).toEqual([{ ...narrow, seed: 2 }, row]);
});
