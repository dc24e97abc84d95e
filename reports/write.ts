import { rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Result } from '../engine/result.ts';
import { isColoured } from './coloured.ts';
import { consoleReport } from './console.ts';

/** Writes the documents of a result into its folder, and prints what a person needs to know. */
export async function writeReports(result: Result, out: string): Promise<void> {
  const file = join(out, 'result.json');
  await writeFile(`${file}.tmp`, `${JSON.stringify(result, null, 1)}\n`);
  await rename(`${file}.tmp`, file);
  process.stdout.write(consoleReport(result, relative(process.cwd(), out) || '.', isColoured(process.stdout)));
}
