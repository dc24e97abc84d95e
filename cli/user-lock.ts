import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../engine/config/config.ts';
import { see } from '../engine/config/troubleshooting.ts';
import { InputError } from './exit.ts';
import { LockTaken, takeLock } from './lock-file.ts';

/**
 * Two runs that change the address of the same user would disturb each other. Resolves to a
 * function that releases the lock.
 */
export async function lockUser({
  allow,
  shard,
  target,
  users,
}: Config): Promise<() => Promise<void>> {
  // All writes run in shard 1.
  if (!allow.writes || (shard && shard.index !== 1)) return async () => {};
  const name = createHash('sha256')
    .update(`${target.baseUrl}\n${users.first}`)
    .digest('hex')
    .slice(0, 24);
  const file = join(tmpdir(), `m2m-conformance-${name}.lock`);
  return takeLock(file).catch((error: unknown) => {
    if (error instanceof LockTaken) throw taken(error, file);
    throw unusable(file, error);
  });
}

function taken({ holder }: LockTaken, file: string): InputError {
  return new InputError(
    `Another run on this machine (${holder}) is changing the address of the same user. Wait until it ends, set M2M_USER_ID to another user, or leave out --allow writes. If no such run exists, remove ${file}. ${see('test-user')}`,
  );
}

function unusable(file: string, error: unknown): InputError {
  return new InputError(
    `${file} cannot be written (${(error as NodeJS.ErrnoException).code}). A run with --allow writes needs this lock file. Set TMPDIR to a writable folder. ${see('test-user')}`,
  );
}
