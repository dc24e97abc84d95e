import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Result } from '../engine/result.ts';
import { withoutMark } from '../reports/certificate/conversion.ts';
import { documents } from '../reports/documents.ts';
import { InputError } from './exit.ts';
import { explainProblems } from './explain-problems.ts';

/** The files that a run writes, except the Allure history, which spans runs. */
const ours = [
  ...['result.json', 'exchanges.har', 'part.json', 'certificate.json', 'allure-results', 'allure-report'],
  ...Object.values(documents).map(({ file }) => file),
];

/** The folder in the folder of a run for the files of the earlier run. A run that was killed leaves it. */
const aside = '.earlier';

/** Creates the folder, and removes what an earlier run wrote, so that no files of two runs are mixed. */
export function prepareFolder(out: string): Promise<void> {
  return claimFolder(out, [...ours, aside]);
}

/** What an earlier run wrote, while a new run writes to the same folder. */
export interface EarlierFiles {
  /** Removes what the new run wrote, and moves the earlier files back. */
  readonly restore: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Prepares the folder for a run that may still find its configuration wrong. Moves the earlier files aside until then. */
export async function setAside(out: string): Promise<EarlierFiles> {
  const isNew = !existsSync(out);
  await claimFolder(out, [aside]);
  const kept = ours.filter((file) => existsSync(join(out, file)));
  const move = async (from: string, to: string) => {
    for (const file of kept) await rename(join(from, file), join(to, file));
  };
  const folder = join(out, aside);
  if (kept.length > 0) {
    await mkdir(folder);
    await move(out, folder);
  }
  const remove = () => rm(folder, { recursive: true, force: true });
  return {
    restore: async () => {
      await Promise.all(ours.map((file) => rm(join(out, file), { force: true, recursive: true })));
      await move(folder, out);
      await remove();
      if (isNew) await rmdir(out).catch(() => {});
    },
    remove,
  };
}

/** Creates the folder and removes these files. Throws an `InputError` if no file can be written there. */
export async function claimFolder(out: string, removed: readonly string[]): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
    await Promise.all(removed.map((file) => rm(join(out, file), { force: true, recursive: true })));
    // An existing folder may still be read-only.
    const probe = join(out, 'result.json.tmp');
    await writeFile(probe, ' ').finally(() => rm(probe, { force: true }));
  } catch (error) {
    throw new InputError(
      `The folder ${out} cannot be written (${(error as NodeJS.ErrnoException).code}). Name another with --out.`,
    );
  }
}

/** Returns the name and the digest of an evidence file. */
export async function evidenceDigest(file: string): Promise<{ readonly file: string; readonly sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file: basename(file), sha256: hash.digest('hex') };
}

/** Returns the path of this file of a run, if `path` is the folder of the run. Otherwise returns `path`. */
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
    throw new InputError(`${file} cannot be read (${error.code}). Name a run's folder or its result.json.`);
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
