import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';
import { runAll } from './pool.ts';
import type { Row } from './row.ts';
import { faultRow } from './samples.ts';

const folder = emptyFolder();
afterAll(folder.remove);

/** A worker whose behaviour depends on the id of the task. */
const program = join(folder.path, 'worker.mjs');
writeFileSync(
  program,
  `process.on('message', (task) => {
    if (task.id === 'crash') { process.stderr.write('out of memory'); process.exit(134); }
    if (task.id === 'kill') process.kill(process.pid, 'SIGKILL');
    if (task.id === 'throw') setImmediate(() => { throw new TypeError('late'); });
    if (task.id.startsWith('ok')) process.send({ ...task, fired: [process.pid] });
  });
  process.once('disconnect', () => process.exit());`,
);

async function rowsOf(jobs: number, ...ids: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  const tasks = ids.map((id) => faultRow(id, []));
  await runAll(tasks, { program, args: [], jobs, patienceMs: 4_000 }, (row) => rows.push(row));
  return rows;
}

test('every task yields a row, and workers are used again', async () => {
  const rows = await rowsOf(2, 'ok-1', 'ok-2', 'ok-3', 'ok-4', 'ok-5');
  expect(rows.map(({ id }) => id).sort()).toEqual(['ok-1', 'ok-2', 'ok-3', 'ok-4', 'ok-5']);
  expect(new Set(rows.flatMap(({ fired }) => fired)).size).toBeLessThanOrEqual(2);
});

test('a worker that ends or hangs is reported with its last output, and the other tasks go on', async () => {
  const rows = await rowsOf(1, 'ok-1', 'crash', 'ok-2', 'kill', 'ok-3', 'throw', 'hang', 'ok-4');
  const told = Object.fromEntries(rows.map(({ id, broken }) => [id, broken]));
  expect(told).toMatchObject({
    crash: 'the worker ended with 134: out of memory',
    kill: 'the worker ended with SIGKILL: ',
    throw: expect.stringMatching(/^the worker ended with 1: .*TypeError: late/s),
    hang: 'no result after 4 s',
  });
  for (const id of ['ok-1', 'ok-2', 'ok-3', 'ok-4']) expect(told[id], id).toBeUndefined();
  expect(rows.length).toBe(8);
});

test('a stop ends the pool at once, and keeps the rows so far', async () => {
  const rows: Row[] = [];
  const stop = new AbortController();
  const tasks = ['ok-1', 'hang', 'ok-2'].map((id) => faultRow(id, []));
  await runAll(tasks, { program, args: [], jobs: 1, signal: stop.signal }, (row) => {
    rows.push(row);
    setTimeout(() => stop.abort(), 50);
  });
  expect(rows.map(({ id }) => id)).toEqual(['ok-1']);
});
