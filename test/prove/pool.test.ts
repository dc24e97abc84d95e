import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';
import { runAll } from './pool.ts';
import type { Row } from './row.ts';
import type { Task } from './task.ts';

const folder = emptyFolder();
afterAll(folder.remove);

const program = join(folder.path, 'worker.mjs');
writeFileSync(
  program,
  `process.on('message', (task) => {
    if (task.id === 'crash') { process.stderr.write('out of memory'); process.exit(134); }
    if (task.id === 'kill') process.kill(process.pid, 'SIGKILL');
    if (task.id.startsWith('ok')) process.send({ ...task, fired: [] });
  });
  process.once('disconnect', () => process.exit());`,
);

test('a worker that ends or hangs is reported with its last output, and the other tasks go on', async () => {
  const rows: Row[] = [];
  const ids = ['ok-1', 'crash', 'ok-2', 'kill', 'hang', 'ok-3'];
  const tasks = ids.map((id): Task => ({ kind: 'fault', id, seed: 1, depth: 'standard' }));
  await runAll(tasks, { program, args: [], jobs: 1, patienceMs: 4_000 }, (row) => rows.push(row));
  expect(rows.map(({ id, broken }) => [id, broken])).toEqual([
    ['ok-1', undefined],
    ['crash', 'the worker ended with 134: out of memory'],
    ['ok-2', undefined],
    ['kill', 'the worker ended with SIGKILL: '],
    ['hang', 'no result after 4 s'],
    ['ok-3', undefined],
  ]);
});
