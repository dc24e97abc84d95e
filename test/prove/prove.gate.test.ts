import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';
import { runAll } from './pool.ts';
import type { Row } from './row.ts';
import type { Task } from './task.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = emptyFolder();
afterAll(folder.remove);

function npmRunProve(
  ...args: readonly string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '--silent', 'prove', '--', ...args],
      { cwd: root },
      (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      },
    );
  });
}

test('npm run prove certifies the selection and prints the outcome', {
  timeout: 120_000,
}, async () => {
  const json = join(folder.path, 'matrix.json');
  const args = ['--seeds', '1', '--only', 'token-type-jwt', '--quiet', '--json', json];
  const { code, stdout, stderr } = await npmRunProve(...args);
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^1 of 1 faults found · 0 of 0 correct servers unaccused · 0 problems · .*\n$/,
  );
  expect(code).toBe(0);
  const { rows, killRates } = JSON.parse(readFileSync(json, 'utf8'));
  expect(killRates).toEqual([{ group: 'token', found: 1, of: 1 }]);
  expect(rows).toMatchObject([
    { id: 'token-type-jwt', only: ['token/*'], fired: ['token/type-bearer'] },
  ]);
  expect(rows[0].shown.violated).toBeGreaterThan(0);
});

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
