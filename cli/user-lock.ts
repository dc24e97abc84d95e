import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../engine/config/config.ts';
import { see } from '../engine/config/troubleshooting.ts';
import { InputError } from './exit.ts';

/**
 * Locks the test user on this machine if the run writes: two runs that change the address of the same user would disturb
 * each other. Resolves to a function that releases the lock. Throws an `InputError` if another run has the lock.
 */
export async function lockUser({ allow, shard, target, users }: Config): Promise<() => Promise<void>> {
  // All writes run in shard 1.
  if (!allow.writes || (shard && shard.index !== 1)) return async () => {};
  const name = createHash('sha256').update(`${target.baseUrl}\n${users.first}`).digest('hex').slice(0, 24);
  const file = join(tmpdir(), `m2m-conformance-${name}.lock`);
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(file, error);
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (attempt > 0 || isRunning(holder)) throw taken(holder, file);
    // The lock belongs to a run that was killed.
    await rm(file, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function taken(pid: number, file: string): InputError {
  return new InputError(
    `Another run on this machine (process ${pid}) is changing the address of the same user. Wait until it ends, set M2M_USER_ID to another user, or leave out --allow writes. If no such run exists, remove ${file}. ${see('test-user')}`,
  );
}

function unusable(file: string, error: unknown): InputError {
  return new InputError(
    `${file} cannot be written (${(error as NodeJS.ErrnoException).code}). A run with --allow writes needs this lock file. Set TMPDIR to a writable folder. ${see('test-user')}`,
  );
}
