import { expect, test } from 'vitest';
import { faultHead } from './samples.ts';
import { furtherTasks, replaced, type Task, tasksOf } from './task.ts';

const faults = Array.from({ length: 30 }, (_, at) =>
  faultHead(`fault-${at}`, at % 3 === 0 ? 'http/answers' : 'cash/ok'),
);
const variants = [{ id: 'terse' }, { id: 'wordy' }];
const all = { depth: 'standard', seeds: [1], whole: false } as const;

test('the reference, every variant and every fault are certified with every seed', () => {
  const tasks = tasksOf(faults, variants, { ...all, seeds: [4, 5] });
  expect(tasks.length).toBe((1 + 2 + 30) * 2);
  expect(tasks.filter(({ kind }) => kind === 'variant').map(({ id, seed }) => `${id} ${seed}`)).toEqual([
    'reference 4',
    'reference 5',
    'terse 4',
    'terse 5',
    'wordy 4',
    'wordy 5',
  ]);
});

test('a variant meets the whole catalogue, a fault with one seed in ten', () => {
  for (const { kind, id, only } of tasksOf(faults, variants, all)) {
    const meetsAll = kind === 'variant' || Number(id.split('-')[1]) % 10 === 9;
    expect(only === undefined, id).toBe(meetsAll);
  }
});

test('ten seeds in a row show every fault to the whole catalogue', () => {
  const seeds = Array.from({ length: 10 }, (_, at) => at + 17);
  const whole = tasksOf(faults, variants, { ...all, seeds }).filter(({ kind, only }) => kind === 'fault' && !only);
  expect(new Set(whole.map(({ id }) => id)).size).toBe(30);
  expect(whole.length).toBe(30);
  expect(tasksOf(faults, variants, { ...all, whole: true }).some(({ only }) => only)).toBe(false);
});

test('with thirty turns, ten seeds show a third of the faults to the whole catalogue', () => {
  const seeds = Array.from({ length: 10 }, (_, at) => at + 1);
  const whole = tasksOf(faults, [], { ...all, seeds, turns: 30 }).filter(({ kind, only }) => kind === 'fault' && !only);
  expect(new Set(whole.map(({ id }) => id)).size).toBe(10);
});

test('a fault meets the groups of all that it breaks, may break, or is named by', () => {
  const fault = faultHead('late', 'cash/ok', { companions: ['auth/missing'], namedBy: ['user/missing', 'cash/ok'] });
  expect(tasksOf([fault], [], all).at(-1)?.only).toEqual(['auth/*', 'cash/*', 'user/*']);
  expect(tasksOf([{ ...fault, met: ['orders'] }], [], all).at(-1)?.only).toEqual([
    'auth/*',
    'cash/*',
    'orders/*',
    'user/*',
  ]);
});

test('shards share out everything, and keep the seeds of a fault together', () => {
  const selection = { ...all, seeds: [1, 2] };
  const shards = [1, 2, 3].map((index) => tasksOf(faults, variants, { ...selection, shard: { index, total: 3 } }));
  const named = (tasks: ReturnType<typeof tasksOf>) => tasks.map(({ id, seed }) => `${id} ${seed}`);
  expect(shards.flatMap(named).sort()).toEqual(named(tasksOf(faults, variants, selection)).sort());
  for (const tasks of shards) {
    for (const { id } of tasks) expect(tasks.filter((task) => task.id === id).length).toBe(2);
  }
});

test('globs select by the ids of faults and variants', () => {
  const ids = tasksOf(faults, variants, { ...all, only: ['fault-1*', 'terse'] }).map(({ id }) => id);
  expect(ids.length).toBe(12);
  expect(ids).toContain('terse');
});

test('sets of variants are drawn with the first seed, and each is one server', () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ id: `variant-${at}` }));
  const setsOf = (selection: object) =>
    tasksOf([], many, { ...all, sets: 9, ...selection }).flatMap(({ kind, id }) =>
      kind === 'variant' && id.includes('+') ? [id] : [],
    );
  expect(setsOf({}).length).toBe(9);
  expect(setsOf({})).toEqual(setsOf({}));
  expect(setsOf({ seeds: [2] })).not.toEqual(setsOf({}));
  for (const id of setsOf({})) {
    expect(new Set(id.split('+')).size).toBe(id.split('+').length);
    expect(id.split('+').length).toBeLessThanOrEqual(8);
  }
  expect(setsOf({ sets: 0, only: ['variant-3+variant-1'] })).toEqual(['variant-3+variant-1']);
  expect(setsOf({ only: ['*+*'] }).length).toBe(9);
});

test('variants that stand together are dealt out with the first seed, each to one server', () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ id: `variant-${at}` }));
  const serversOf = (selection: object) =>
    tasksOf([], many, { ...all, together: 5, ...selection }).flatMap(({ id }) => (id === 'reference' ? [] : [id]));
  const servers = serversOf({}).map((id) => id.split('+'));
  expect(servers.map(({ length }) => length)).toEqual([4, 4, 4]);
  expect(servers.flat().sort()).toEqual(many.map(({ id }) => id).sort());
  expect(serversOf({})).toEqual(serversOf({ together: 5 }));
  expect(serversOf({ seeds: [2] })).not.toEqual(serversOf({}));
  expect(serversOf({ together: 1 })).toEqual(many.map(({ id }) => id));
});

test('what is not found is tried against the whole catalogue once more, a silent companion with five seeds', () => {
  const problem = (kind: 'missed' | 'stale' | 'accused', subject: string) => ({ kind, subject, text: '' });
  const seeds = [8, 9];
  const rows = tasksOf(faults, variants, { ...all, seeds });
  const metAll = (id: string) => rows.filter((row) => row.id === id && !row.only).map(({ seed }) => seed);
  expect([metAll('fault-0'), metAll('fault-1')]).toEqual([[], [9]]);
  const problems = [problem('missed', 'fault-1'), problem('stale', 'fault-0'), problem('accused', 'fault-2')];
  const further = furtherTasks(faults, { ...all, seeds }, rows, problems);
  expect(further.some(({ only }) => only)).toBe(false);
  expect(further.map(({ id, seed }) => `${id} ${seed}`)).toEqual([
    ...[8, 9, 10, 11, 12].map((seed) => `fault-0 ${seed}`),
    'fault-1 8',
    'fault-1 9',
  ]);
  expect(furtherTasks(faults, { ...all, seeds }, rows, [])).toEqual([]);
});

test('a later row stands in place of the earlier one', () => {
  const row = { kind: 'fault', id: 'late', seed: 1, depth: 'standard' } as const;
  const narrow: Task = { ...row, only: ['cash/*'] };
  expect(replaced([narrow, { ...narrow, seed: 2 }], [row])).toEqual([{ ...narrow, seed: 2 }, row]);
});
