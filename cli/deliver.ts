import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ReportSettings } from '../engine/config/resolve.ts';
import type { Result } from '../engine/result.ts';
import { history } from '../reports/allure/history.ts';
import { isColoured } from '../reports/coloured.ts';
import { consoleReport } from '../reports/console.ts';
import { documentNames } from '../reports/documents.ts';
import { writeDocuments } from '../reports/write.ts';
import { tellGithub } from './github.ts';

/** Writes what is wanted of a result into its folder, prints what a person needs to know, and tells the CI system. */
export async function deliver(result: Result, out: string, wanted: ReportSettings): Promise<void> {
  // Loaded after the run: nobody waits for it before the first request.
  const shown = wanted.mask ? (await import('../reports/masked.ts')).maskResult(result) : result;
  const lines = await writeReports(shown, out, wanted);
  process.stdout.write(consoleReport(shown, relative(process.cwd(), out) || '.', isColoured(process.stdout)));
  for (const line of lines) process.stdout.write(`${line}\n`);
  await tellGithub(shown, process.env);
}

/** Writes result.json and what is wanted beside it. Resolves to lines for the person at the terminal. */
export async function writeReports(result: Result, out: string, wanted: ReportSettings): Promise<readonly string[]> {
  // It tells of runs whose results were not masked.
  if (result.masked) await rm(join(out, history), { force: true });
  await writeDocuments(
    result,
    out,
    documentNames.filter((name) => wanted[name]),
  );
  if (!wanted.allure) return [];
  const { writeAllure } = await import('../reports/allure/write.ts');
  return writeAllure(result, out);
}
