import { expect, test } from 'vitest';
import { runSettled } from './fault-sets.ts';
import type { FaultHead } from './heads.ts';
import { brokenRow, type Row } from './row.ts';
import type { Task } from './task.ts';
import { idsOf } from './together.ts';

const faults = Array.from(
  { length: 8 },
  (_, at): FaultHead => ({ id: `f${at}`, breaks: [`cash/r${at}`], alsoFails: [], mayFail: [] }),
);
const set: Task = {
  kind: 'fault',
  id: faults.map(({ id }) => id).join('+'),
  seed: 1,
  depth: 'quick',
};

/** Runs the set on servers where each fault is reported, except as `firedBy` says. */
async function proven(firedBy: (ids: readonly string[], requirement: string) => boolean) {
  const sizes: number[] = [];
  const run = async (tasks: readonly Task[]) =>
    tasks.map((task): Row => {
      const ids = idsOf(task.id);
      sizes.push(ids.length);
      const all = ['guides/ok', ...ids.map((id) => `cash/r${id.slice(1)}`)];
      const { broken: _broken, ...row } = brokenRow(task, '', 0);
      return { ...row, requests: 8, fired: all.filter((one) => firedBy(ids, one)) };
    });
  return { rows: await runSettled([set], faults, run), sizes };
}

const isOwn = (requirement: string) => requirement !== 'guides/ok';

test('one server settles the faults that it shows, and their cost is shared', async () => {
  const { rows, sizes } = await proven((_ids, requirement) => isOwn(requirement));
  expect(sizes).toEqual([8]);
  expect(rows.map(({ id, fired, requests }) => [id, ...fired, requests])).toEqual(
    faults.map(({ id, breaks: [intended] }) => [id, intended, 1]),
  );
});

test('a fault that others hide runs alone at last', async () => {
  const hides = (ids: readonly string[]) => ids.length > 1;
  const { rows, sizes } = await proven(
    (ids, one) => isOwn(one) && !(hides(ids) && /r[37]$/.test(one)),
  );
  expect(sizes).toEqual([8, 2, 1, 1]);
  expect(rows.map(({ id }) => id).sort()).toEqual(faults.map(({ id }) => id));
});

test('an unexpected accusation is attributed to its fault', async () => {
  const { rows } = await proven((ids, one) => isOwn(one) || ids.includes('f5'));
  const accused = rows.filter(({ fired }) => fired.includes('guides/ok'));
  expect(accused.map(({ id }) => id)).toEqual(['f5']);
  expect(rows).toHaveLength(8);
});
