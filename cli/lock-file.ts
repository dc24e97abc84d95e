import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, codeOf, see } from './engine.ts';
import { InputError } from './exit.ts';
import { findProcess } from './process-table.ts';

/** After this time without being written, a lock counts as left behind. */
const refreshMs = 5_000;
const leftBehindMs = 30_000;
/** Another process may release or take over the lock in between. */
const mostAttempts = 100;

type Lock = Readonly<{
  token: string;
  pid: number;
  host: string;
  /** Whose process ids `pid` is one of: a container has its own. */
  machine: string;
  /** Undefined if the system does not say so. */
  started?: string | undefined;
}>;

export class LockTaken extends Error {
  override readonly name = 'LockTaken';
  /** Names the process, and its machine unless it is this one. */
  readonly holder: string;
  /** On another machine or in another container. */
  readonly isElsewhere: boolean;

  constructor({ pid, host, machine }: Lock) {
    const isElsewhere = machine !== thisMachine();
    const known = isElsewhere ? `process ${pid} on ${host}` : `process ${pid}`;
    const holder = pid === 0 ? 'another process' : known;
    super(`locked by ${holder}`);
    this.holder = holder;
    this.isElsewhere = isElsewhere;
  }
}

/**
 * Creates a lock that no other process can create while this one runs, and resolves to a function
 * that removes it. One process takes over the lock of a killed one. Throws a `LockTaken`, and
 * errors of the file system.
 */
export async function takeLock(file: string): Promise<() => Promise<void>> {
  const { pid } = process;
  const own: Lock = {
    token: randomUUID(),
    pid,
    host: hostname(),
    machine: thisMachine(),
    started: findProcess(pid)?.started,
  };
  // A complete file gets the name of the lock, so nobody sees a half-written one.
  const draft = `${file}.${own.token}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(own));
    for (let attempt = 1; !(await publish(draft, file)); attempt++) {
      const found = await readLock(file);
      if (attempt > mostAttempts)
        throw Object.assign(new Error(`${file} is no lock`), { code: 'EEXIST' });
      if (found === undefined) continue;
      // Both times come from the clock of the file system.
      const idleMs = (await handle.stat()).mtimeMs - found.writtenAtMs;
      if (isHeld(found.lock, idleMs)) throw new LockTaken(found.lock);
      if (await replace(file, found.lock, draft)) break;
      await write(handle, own);
    }
  } catch (error) {
    await handle.close();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const refreshing = setInterval(() => write(handle, own).catch(() => {}), refreshMs).unref();
  return async () => {
    clearInterval(refreshing);
    // A lock that a network file system has lost must not end the work with an error.
    await handle.close().catch(() => {});
    const found = await readLock(file).catch(() => undefined);
    if (found?.lock.token === own.token) await rm(file, { force: true }).catch(() => {});
  };
}

async function publish(draft: string, file: string) {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT') throw error;
  }
  // Some file systems have no links. Ending between these two steps leaves an empty lock.
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(draft, file);
  return true;
}

/**
 * Replaces a lock that was left behind. Of several processes, the first finds the old lock still
 * there.
 */
async function replace(file: string, left: Lock, draft: string) {
  const release = await takeLock(`${file}.${left.token}.over`);
  try {
    if ((await readLock(file))?.lock.token !== left.token) return false;
    await rename(draft, file);
    return true;
  } finally {
    await release();
  }
}

/** At the same place, so that the file's time changes. */
async function write(handle: FileHandle, lock: Lock) {
  await handle.write(JSON.stringify(lock), 0);
}

async function readLock(file: string) {
  try {
    const [text, { mtimeMs, ino }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return {
      lock: parse(text) ?? { token: `${ino}`, pid: 0, host: '', machine: '' },
      writtenAtMs: mtimeMs,
    };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string) {
  try {
    const lock = JSON.parse(text) as Lock;
    const isLock = /^[\da-f-]{36}$/.test(lock.token) && Number.isInteger(lock.pid) && lock.pid > 0;
    return isLock ? lock : undefined;
  } catch {
    return undefined;
  }
}

function isHeld({ pid, machine, started }: Lock, idleMs: number) {
  if (machine === thisMachine()) {
    if (!exists(pid)) return false;
    const found = findProcess(pid);
    // The system gives the id of an ended process to another one.
    if (found && started !== undefined) return found.started === started && !found.hasEnded;
  }
  return idleMs < leftBehindMs;
}

function exists(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function thisMachine() {
  const about = [hostname()];
  try {
    about.push(
      readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(),
      readlinkSync('/proc/self/ns/pid'),
    );
  } catch {
    // Only Linux has them.
  }
  return about.join(' ');
}

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
    if (!(error instanceof LockTaken)) {
      const code = codeOf(error);
      throw new InputError(
        `${file} cannot be written (${code}). A run with --allow writes needs this lock file. ` +
          `Set TMPDIR to a writable folder. ${see('test-user')}`,
      );
    }
    throw new InputError(
      `Another run on this machine (${error.holder}) is changing the address of the same user. ` +
        'Wait until it ends, set M2M_USER_ID to another user, or leave out --allow writes. ' +
        `If no such run exists, remove ${file}. ${see('test-user')}`,
    );
  });
}
