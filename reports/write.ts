import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../engine/result.ts';
import { type DocumentName, documents } from './documents.ts';

/**
 * Writes result.json and the named documents into a folder that exists, each as a whole or not at all. One that cannot be
 * made keeps none of the others from being written; then rejects with an `AggregateError` of what went wrong.
 */
export async function writeDocuments(result: Result, out: string, names: readonly DocumentName[]): Promise<void> {
  const written = [
    writeWhole(join(out, 'result.json'), `${JSON.stringify(result, null, 1)}\n`),
    ...names.map(async (name) => {
      const { file, load } = documents[name];
      const render = await load();
      await writeWhole(join(out, file), render(result));
    }),
  ];
  const errors = (await Promise.allSettled(written)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} documents could not be written`);
}

/** A reader finds the former file or the new one, and never a part. */
async function writeWhole(file: string, text: string): Promise<void> {
  try {
    await writeFile(`${file}.tmp`, text);
    await rename(`${file}.tmp`, file);
  } catch (error) {
    await rm(`${file}.tmp`, { force: true });
    throw error;
  }
}
