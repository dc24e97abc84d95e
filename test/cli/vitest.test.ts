import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everything } from '../extent.ts';
import { emptyFolder, resultIn } from './command.ts';

const clone = join(import.meta.dirname, '..', '..');

test.runIf(everything)(
  '`npx vitest` in a clone certifies the target and leaves the documents that `run` leaves',
  async () => {
    const folder = emptyFolder();
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder.path,
      CI: 'true',
      HARNESS_DEPTH: 'quick',
      HARNESS_OUT: folder.path,
    };
    const vitest = join(clone, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', '--project', 'conformance'], {
      cwd: clone,
      env,
      stdio: 'ignore',
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(resultIn(folder.path, '.').verdict).toBe('conformant');
    for (const file of ['exchanges.har', 'index.html', 'junit.xml', 'ctrf.json', 'summary.md', 'badge.svg']) {
      expect([file, existsSync(join(folder.path, file))]).toEqual([file, true]);
    }
    expect(existsSync(join(folder.path, 'part.json'))).toBe(false);
    folder.remove();
  },
);
