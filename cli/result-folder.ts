import { createHash } from 'node:crypto';
import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  Conversion,
  conversionText,
  lineEnds,
  withoutMark,
} from '../reports/certificate/conversion.ts';
import { documents } from '../reports/documents.ts';
import certificateSchema from '../schemas/certificate.schema.json' with { type: 'json' };
import resultSchema from '../schemas/result.schema.json' with { type: 'json' };
import {
  codeOf,
  linesOf,
  parsedJson,
  type Result,
  see,
  type Violation,
  violations,
} from './engine.ts';
import { InputError, orInputError } from './exit.ts';
import { LockTaken, takeLock } from './lock-file.ts';

/** Except the Allure history, which spans runs. */
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

/** For the files of the earlier run. A killed run leaves it. */
const aside = '.earlier';
const lock = '.m2m-conformance.lock';

/**
 * Calls `write` while no other process can write to the folder. Removes what an earlier run wrote,
 * unless `keep` is set. Throws an `InputError` if it cannot be used.
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

export async function requireFree(out: string): Promise<void> {
  const release = await claimFolder(out);
  await release();
}

type ClaimedFolder = Readonly<{
  restore: () => Promise<void>;
  removeEarlier: () => Promise<void>;
  release: () => Promise<void>;
}>;

/** For a run that may still find its configuration wrong. */
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

async function claimFolder(out: string) {
  try {
    await mkdir(out, { recursive: true });
    return await takeLock(join(out, lock));
  } catch (error) {
    if (error instanceof LockTaken) throw inUse(out, error);
    throw unwritable(out, error);
  }
}

async function removeFiles(out: string, files: readonly string[]) {
  await Promise.all(
    files.map((file) => rm(join(out, file), { force: true, recursive: true })),
  ).catch((error) => {
    throw unwritable(out, error);
  });
}

function inUse(out: string, { holder, isElsewhere }: LockTaken) {
  const ifKilled = isElsewhere ? ', or half a minute if that was killed' : '';
  return new InputError(
    `The folder ${out} is in use: ${holder} writes its results there. ` +
      `Wait until it ends${ifKilled}, or name another folder with --out. ${see('folders')}`,
  );
}

export function unwritable(out: string, error: unknown): InputError {
  const cure = `Name another with --out. ${see('folders')}`;
  return new InputError(`The folder ${out} cannot be written (${codeOf(error)}). ${cure}`);
}

/** Also through a symbolic link. */
export function isSamePlace(one: string, other: string): boolean {
  return realPlace(one) === realPlace(other);
}

function realPlace(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync.native(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPlace(parent), basename(absolute));
}

export async function evidenceDigest(
  file: string,
): Promise<{ readonly file: string; readonly sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file: basename(file), sha256: hash.digest('hex') };
}

export function fileOfRun(path: string, name: 'result.json' | 'exchanges.har'): string {
  return isFolder(path) ? join(path, name) : path;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export async function readResult(path: string): Promise<Result> {
  const file = fileOfRun(path, 'result.json');
  const cure = "Name a run's folder or its result.json.";
  const text = await readFile(file, 'utf8').catch(orInputError(`${file} cannot be read`, cure));
  const result = parseResult(text);
  if ('problem' in result) throw new InputError(`${file} is ${result.problem}. ${cure}`);
  return result;
}

/** `problem` says what the text is instead. */
export function parseResult(text: string): Result | { readonly problem: string } {
  const value = parsedJson(withoutMark(text));
  if (value === undefined)
    return { problem: 'not valid JSON: it is no result, or its run was killed' };
  const [problem] = explainProblems(value);
  if (problem === undefined) return value as Result;
  return { problem: `not a result of this harness: ${problem}` };
}

export async function readWholeResult(path: string): Promise<Result> {
  const result = await readResult(path);
  if (!result.masked) return result;
  throw new InputError(
    `${path} was written with --publish, which removes data that this command needs. ` +
      'Use a result written without it.',
  );
}

export async function conversionOfFile(
  file: string,
  sha256: string | undefined,
): Promise<string | undefined> {
  const conversion = new Conversion();
  const digests = lineEnds.map((end) => ({ end, hash: createHash('sha256') }));
  for await (const { text } of linesOf(file)) {
    for (const line of conversion.original(text)) {
      for (const { end, hash } of digests) hash.update(`${line}${end}`);
    }
  }
  const original = digests.find(({ hash }) => hash.digest('hex') === sha256);
  return original && conversionText(conversion.change(original.end));
}

export function explainProblems(value: unknown): string[] {
  const format = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (format !== undefined && format !== 2)
    return ['/formatVersion must be 2: another version of the harness wrote the file'];
  return violations(resultSchema, value).map(violationText);
}

export function violationText({ path, message, params }: Violation): string {
  const member = params['additionalProperty'];
  const named = typeof member === 'string' ? ` (${JSON.stringify(member)})` : '';
  return `${path.length === 0 ? 'it' : `/${path.join('/')}`} ${message}${named}`;
}

const statementSchema = { $ref: '#/$defs/statement', $defs: certificateSchema.$defs };

export function explainStatement(value: unknown): string[] {
  return violations(statementSchema, value).map(violationText);
}
