import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Result } from '../engine/result.ts';
import { explainProblems } from '../engine/schema/result.ts';
import { documents } from '../reports/documents.ts';
import { InputError } from './exit.ts';

/** The files that a run writes, except the Allure history, which spans runs. */
const ours = [
  ...['result.json', 'exchanges.har', 'part.json', 'certificate.json', 'allure-results', 'allure-report'],
  ...Object.values(documents).map(({ file }) => file),
];

/** Creates the folder, and removes what an earlier run wrote, so that no files of two runs are mixed. */
export function prepareFolder(out: string): Promise<void> {
  return claimFolder(out, ours);
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

/** Reads the result in a folder or a file. Throws an `InputError` if it is not a result. */
export async function readResult(path: string): Promise<Result> {
  let text: string;
  const file = path.endsWith('.json') ? path : join(path, 'result.json');
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new InputError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError(`${file} is not valid JSON: the run that wrote it may have been killed. Run it again.`);
  }
  const problems = explainProblems(value);
  if (problems.length > 0) throw new InputError(`${file} is not a result of this harness: ${problems[0]}.`);
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
