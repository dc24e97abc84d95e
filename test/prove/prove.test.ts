import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = emptyFolder();
afterAll(folder.remove);

function npmRunProve(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', 'prove', '--', ...args], { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

test('npm run prove certifies the selection and prints the outcome', { timeout: 120_000 }, async () => {
  const json = join(folder.path, 'matrix.json');
  const args = ['--seeds', '1', '--only', 'token-type-jwt', '--quiet', '--json', json];
  const { code, stdout, stderr } = await npmRunProve(...args);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^1 of 1 faults found · 0 of 0 correct servers unaccused · 0 problems · .*\n$/);
  expect(code).toBe(0);
  const { rows, killRates } = JSON.parse(readFileSync(json, 'utf8'));
  expect(killRates).toEqual([{ group: 'token', found: 1, of: 1 }]);
  expect(rows).toMatchObject([{ id: 'token-type-jwt', only: ['token/*'], fired: ['token/type-bearer'] }]);
  expect(rows[0].shown.violated).toBeGreaterThan(0);
});
