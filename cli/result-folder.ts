import { createHash } from 'node:crypto';
import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { see } from '../engine/config/troubleshooting.ts';
import type { Result } from '../engine/result.ts';
import { withoutMark } from '../reports/certificate/conversion.ts';
import { documents } from '../reports/documents.ts';
import { InputError } from './exit.ts';
import { explainProblems } from './explain-problems.ts';
import { LockTaken, takeLock } from './lock-file.ts';

/** The files that a run writes, except the Allure history, which spans runs. */
const ours = [
  ...[
    'result.json',
    'exchanges.har',
    'part.json',
    'certificate.json',
    'allure-results',
    'allure-report',
  ],
  ...Object.values(documents).map(({ file }) => file),
];

/**
 * The folder in the folder of a run for the files of the earlier run. A run that was killed leaves
 * it.
 */
const aside = '.earlier';
/** The lock of the process that writes to the folder. */
const lock = '.m2m-conformance.lock';

/**
 * Calls `write` while no other process can write results to the folder. Creates the folder, and
 * removes what an earlier run wrote, so that no files of two runs are mixed. With `keep`, it
 * removes nothing. Throws an `InputError` if another process writes there, or if no file can be
 * written there.
 */
export async function inFolder<T>(
  out: string,
  write: () => Promise<T>,
  { keep = false } = {},
): Promise<T> {
  const release = await claimFolder(out);
  try {
    if (!keep) await removeFiles(out, [...ours, aside]);
    return await write();
  } finally {
    await release();
  }
}

/**
 * Throws an `InputError` if another process writes results to this folder, or if no file can be
 * written there.
 */
export async function requireFree(out: string): Promise<void> {
  const release = await claimFolder(out);
  await release();
}

/** The folder of a run, which no other process can use. */
export interface ClaimedFolder {
  /**
   * Removes what the run wrote, moves the files of the earlier run back and releases the folder.
   */
  readonly restore: () => Promise<void>;
  /** Removes the files of the earlier run. */
  readonly removeEarlier: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/**
 * Prepares the folder for a run that may still find its configuration wrong. Moves the earlier
 * files aside until then.
 */
export async function setAside(out: string): Promise<ClaimedFolder> {
  const isNew = !existsSync(out);
  const release = await claimFolder(out);
  try {
    await removeFiles(out, [aside]);
    const kept = ours.filter((file) => existsSync(join(out, file)));
    const move = async (from: string, to: string) => {
      for (const file of kept) await rename(join(from, file), join(to, file));
    };
    const folder = join(out, aside);
    if (kept.length > 0) {
      await mkdir(folder);
      await move(out, folder);
    }
    const removeEarlier = () => rm(folder, { recursive: true, force: true });
    return {
      restore: async () => {
        await removeFiles(out, ours);
        await move(folder, out);
        await removeEarlier();
        await release();
        if (isNew) await rmdir(out).catch(() => {});
      },
      removeEarlier,
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Creates and locks the folder. Resolves to a function that releases it. */
async function claimFolder(out: string): Promise<() => Promise<void>> {
  try {
    await mkdir(out, { recursive: true });
    return await takeLock(join(out, lock));
  } catch (error) {
    if (error instanceof LockTaken) throw inUse(out, error);
    throw unwritable(out, error);
  }
}

async function removeFiles(out: string, files: readonly string[]): Promise<void> {
  await Promise.all(
    files.map((file) => rm(join(out, file), { force: true, recursive: true })),
  ).catch((error) => {
    throw unwritable(out, error);
  });
}

function inUse(out: string, { holder, isElsewhere }: LockTaken): InputError {
  const ifKilled = isElsewhere ? ', or half a minute if that was killed' : '';
  return new InputError(
    `The folder ${out} is in use: ${holder} writes its results there. Wait until it ends${ifKilled}, or name another folder with --out. ${see('folders')}`,
  );
}

/**
 * The error for a folder of results, keys or a site that the file system does not let this process
 * write.
 */
export function unwritable(out: string, error: unknown): InputError {
  return new InputError(
    `The folder ${out} cannot be written (${(error as NodeJS.ErrnoException).code}). Name another with --out. ${see('folders')}`,
  );
}

/**
 * Whether two paths name the same folder or file, also if one of them leads through a symbolic
 * link.
 */
export function isSamePlace(one: string, other: string): boolean {
  return realPlace(one) === realPlace(other);
}

function realPlace(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync.native(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPlace(parent), basename(absolute));
}

/** Returns the name and the digest of an evidence file. */
export async function evidenceDigest(
  file: string,
): Promise<{ readonly file: string; readonly sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file: basename(file), sha256: hash.digest('hex') };
}

/**
 * Returns the path of this file of a run, if `path` is the folder of the run. Otherwise returns
 * `path`.
 */
export function fileOfRun(path: string, name: 'result.json' | 'exchanges.har'): string {
  return isFolder(path) ? join(path, name) : path;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Reads the result in a folder or a file. Throws an `InputError` if it is not a result. */
export async function readResult(path: string): Promise<Result> {
  const file = fileOfRun(path, 'result.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      `${file} cannot be read (${error.code}). Name a run's folder or its result.json.`,
    );
  });
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(text));
  } catch {
    throw new InputError(
      `${file} is not valid JSON: it is no result, or its run was killed. Name a run's folder or its result.json.`,
    );
  }
  const problems = explainProblems(value);
  if (problems.length > 0) {
    throw new InputError(
      `${file} is not a result of this harness: ${problems[0]}. Name a run's folder or its result.json.`,
    );
  }
  return value as Result;
}

/** Reads a result that must not be masked. Throws an `InputError` otherwise. */
export async function readWholeResult(path: string): Promise<Result> {
  const result = await readResult(path);
  if (!result.masked) return result;
  throw new InputError(
    `${path} was written with --publish, which removes data that this command needs. Use a result written without it.`,
  );
}
