import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { endpointTable } from '../engine/catalogue/endpoint-table.ts';
import type { Config } from '../engine/config/config.ts';
import type { Result } from '../engine/result.ts';
import { type KnownFailure, readKnownFailures } from '../engine/schema/known-failures.ts';
import { catalogue } from '../suites/catalogue.ts';
import { compareKnown, verdictBesides } from './compare-known.ts';
import { exitCodeOf, InputError } from './exit.ts';

/** Reads a list of known failures. Returns undefined if no file is given. Throws an `InputError` if it is not a list. */
export async function readKnown(file: string | undefined): Promise<readonly KnownFailure[] | undefined> {
  if (file === undefined) return undefined;
  const name = relative(process.cwd(), file) || file;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${name} cannot be read (${error.code}). Name another file with --known-failures.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${name} is not valid JSON: ${(error as Error).message}. Correct it.`);
  }
  const read = readKnownFailures(value);
  if ('entries' in read) return read.entries;
  throw new InputError(
    `${name} is not a list of known failures: ${read.problem}. Correct it. schemas/known-failures.schema.json describes the format.`,
  );
}

/** Compares the result with the list of known failures. Returns the result with the comparison, and the exit code. */
export function weighKnown(
  result: Result,
  list: readonly KnownFailure[] | undefined,
  { profile, only, shard }: Pick<Config, 'profile' | 'only' | 'shard'>,
): { readonly result: Result; readonly code: number } {
  if (list === undefined) return { result, code: exitCodeOf(result.verdict, result) };
  const knownFailures = compareKnown(list, result, {
    catalogue,
    endpoints: endpointTable(catalogue, profile),
    isPart: only !== undefined || (shard !== undefined && shard.total > 1) || result.interrupted !== undefined,
  });
  const code = exitCodeOf(verdictBesides(knownFailures, result), result);
  return { result: { ...result, knownFailures }, code };
}
