import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../engine/result.ts';
import { type DocumentName, documents } from './documents.ts';

/**
 * Writes result.json and the named reports into an existing folder, each completely or not at all.
 * If one fails, the others are still written, and the promise rejects with an `AggregateError`.
 */
export async function writeDocuments(
  result: Result,
  out: string,
  names: readonly DocumentName[],
): Promise<void> {
  const written = [
    writeWhole(join(out, 'result.json'), `${JSON.stringify(result, null, 1)}\n`),
    ...names.map(async (name) => {
      const { file, load } = documents[name];
      const render = await load();
      await writeWhole(join(out, file), render(result));
    }),
  ];
  const errors = (await Promise.allSettled(written)).flatMap((one) =>
    one.status === 'rejected' ? [one.reason] : [],
  );
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} reports could not be written`);
}

async function writeWhole(file: string, text: string) {
  try {
    await writeFile(`${file}.tmp`, text);
    await rename(`${file}.tmp`, file);
  } catch (error) {
    await rm(`${file}.tmp`, { force: true });
    throw error;
  }
}
