import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { command, emptyFolder, finished, resultIn, variablesOf } from './command.ts';
import { hearing } from './workspace.ts';

const main = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
let folder: ReturnType<typeof emptyFolder>;
let reference: RunningReference;
let asked = 0;

beforeEach(async () => {
  folder = emptyFolder();
  asked = 0;
  reference = await startReference({ compose: hearing(() => asked++) });
});
afterEach(async () => {
  await reference.close();
  folder.remove();
});

const run = ['run', '--depth', 'quick', '--claim', 'portfolios', '--no-allure', '--out', 'out'];

/** Runs the built command with a limit on the size of files, which acts like a full disk. */
function within(kibibytes: number, ...args: readonly string[]) {
  const script = 'ulimit -f "$1"; shift; exec "$@"';
  const child = spawn(
    'bash',
    ['-c', script, 'bash', String(kibibytes), process.execPath, main, ...args],
    {
      cwd: folder.path,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: folder.path,
        CI: 'true',
        ...variablesOf(reference),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return finished(child);
}

describe('a full disk', () => {
  test('causes an error of the harness and no finding if the evidence does not fit', async () => {
    const { code, stdout, stderr } = await within(250, ...run);
    expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
    expect(stdout).toContain('EFBIG');
    const { verdict, failures, harnessErrors } = resultIn(folder.path, 'out');
    expect({ verdict, failures }).toEqual({ verdict: 'inconclusive', failures: [] });
    expect(harnessErrors).toEqual([{ where: 'worker', message: expect.stringMatching(/EFBIG/) }]);
    // `report` exits with 2, not 4: it sends nothing, and the user can name another folder.
    const again = await within(0, 'report', 'out', '--out', 'out');
    expect(again.stderr).toMatch(
      /^The folder \S+ cannot be written \(EFBIG\)\. Name another with --out\. See \S+#folders\.\n$/,
    );
    expect(again.code).toBe(2);
  });

  test('causes one line and leaves no partly written file if the reports do not fit', async () => {
    const { code, stderr } = await within(24, ...run);
    expect(code).toBe(4);
    expect(stderr).toMatch(
      /^The harness itself failed. .*\nThe reports could not be written to out \(EFBIG\)\. .*\n$/,
    );
    expect(
      readdirSync(join(folder.path, 'out')).filter((name) => /\.tmp$|^result\.json$/.test(name)),
    ).toEqual([]);
  });

  test.runIf(existsSync('/dev/full'))(
    'causes an error of the harness if standard output is full',
    async () => {
      const child = spawn(
        'bash',
        ['-c', '"$@" > /dev/full', 'bash', process.execPath, main, 'requirements'],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      const said =
        'The harness itself failed. This says nothing about the target.\nStandard output cannot be written (ENOSPC).\n';
      expect(await finished(child)).toEqual({ code: 4, stdout: '', stderr: said });
    },
  );
});

describe('a folder that cannot be written is reported before anything is sent', () => {
  // /proc exists, but no process can create files there.
  test.each(['a-file', 'a-file/below', ...(existsSync('/proc/self') ? ['/proc'] : [])])(
    '%s',
    async (out) => {
      writeFileSync(join(folder.path, 'a-file'), 'mine');
      const args = ['run', '--claim', 'portfolios', '--out', out];
      const { code, stderr } = await command(folder.path, args, variablesOf(reference));
      expect(stderr).toMatch(
        /^The folder \S+ cannot be written \([A-Z]+\)\. Name another with --out\. See \S+#folders\.\n$/,
      );
      expect({ code, asked }).toEqual({ code: 2, asked: 0 });
    },
  );
});
