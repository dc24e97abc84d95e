import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { endpointTable } from '../engine/catalogue/endpoint-table.ts';
import type { Config } from '../engine/config/config.ts';
import type { Result } from '../engine/result.ts';
import type { KnownFailure } from '../engine/schema/known-failures.ts';
import { violations } from '../engine/schema/validate.ts';
import { plain } from '../reports/plain.ts';
import { notSelected } from '../reports/verdict-reasons.ts';
import schema from '../schemas/known-failures.schema.json' with { type: 'json' };
import { catalogue } from '../suites/catalogue.ts';
import { compareKnown, verdictBesides, verdictOver } from './compare-known.ts';
import { exitCodeOf, InputError } from './exit.ts';

/** Throws an `InputError` if the file is no list of known failures. */
export async function readKnown(
  file: string | undefined,
): Promise<readonly KnownFailure[] | undefined> {
  if (file === undefined) return undefined;
  const name = relative(process.cwd(), file) || file;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      `${name} cannot be read (${error.code}). Name another file with --known-failures.`,
    );
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `${name} is not valid JSON: ${plain((error as Error).message)}. Correct it.`,
    );
  }
  const [first] = violations(schema, value);
  if (!first) return (value as { readonly knownFailures: readonly KnownFailure[] }).knownFailures;
  const { path, params, message } = first;
  const member = params['additionalProperty'];
  const named = typeof member === 'string' ? ` (${JSON.stringify(member)})` : '';
  const problem = `${path.length === 0 ? 'it' : `/${path.join('/')}`} ${message}${named}`;
  throw new InputError(
    `${name} is not a list of known failures: ${problem}. Correct it. schemas/known-failures.schema.json describes the format.`,
  );
}

export function weighKnown(
  result: Result,
  list: readonly KnownFailure[] | undefined,
  { profile, only, skip, shard }: Pick<Config, 'profile' | 'only' | 'skip' | 'shard'>,
): { readonly result: Result; readonly code: number } {
  // Only the exit code of a part depends on the part alone.
  const unselected = new Set(notSelected(result));
  const selected = {
    ...result,
    requirements: result.requirements.filter((one) => !unselected.has(one)),
  };
  if (list === undefined)
    return { result, code: exitCodeOf(verdictOver(selected.requirements, selected), result) };
  const knownFailures = compareKnown(list, result, {
    catalogue,
    endpoints: endpointTable(catalogue, profile),
    isPart:
      only !== undefined ||
      skip !== undefined ||
      (shard !== undefined && shard.total > 1) ||
      result.interrupted !== undefined,
  });
  const code = exitCodeOf(verdictBesides(knownFailures, selected), result);
  return { result: { ...result, knownFailures }, code };
}
