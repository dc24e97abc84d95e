import { rmSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { history } from '../reports/allure/history.ts';
import { isColoured } from '../reports/coloured.ts';
import { consoleReport, type Detail } from '../reports/console.ts';
import { documentNames } from '../reports/documents.ts';
import { writeDocuments } from '../reports/write.ts';
import { issueCertificate, type Signing } from './certificate/issue.ts';
import type { ReportSettings } from './config/file-config.ts';
import { codeOf, type Result } from './engine.ts';
import { OutputError } from './exit.ts';
import { page, shown } from './page.ts';

export type Delivery = Readonly<{
  /** `nothing` if a program started the run. */
  detail: Detail | 'nothing';
  signing?: Signing | undefined;
  /** If it is aborted, the result is that of `interrupted`, without the Allure view. */
  signal?: AbortSignal | undefined;
  interrupted?: () => Result;
}>;

export async function deliver(
  result: Result,
  out: string,
  wanted: ReportSettings,
  { detail, signing, signal, interrupted }: Delivery,
): Promise<void> {
  // Loaded late, so that it does not delay the first request.
  const mask = wanted.mask ? (await import('./publish.ts')).published : (whole: Result) => whole;
  let told = mask(result);
  let lines = await writeReports(told, out, wanted, signal);
  if (signal?.aborted && interrupted && result.interrupted === undefined) {
    told = mask(interrupted());
    lines = await writeReports(told, out, wanted, signal);
  }
  // Before the findings are paged: the pager waits for the reader.
  await issueCertificate(out, signing, detail);
  if (detail === 'nothing') return;
  const isColour = isColoured(process.stdout);
  const { findings, verdict } = consoleReport(told, shown(out), isColour, detail);
  await page(findings);
  process.stdout.write(verdict);
  if (detail !== 'quiet') for (const line of lines) process.stdout.write(`${line}\n`);
  await tellGithub(told, process.env);
}

export async function writeReports(
  result: Result,
  out: string,
  wanted: ReportSettings,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  // The history contains data of unmasked runs.
  if (result.masked) await rm(join(out, history), { force: true });
  await writeDocuments(
    result,
    out,
    documentNames.filter((name) => wanted[name]),
  ).catch((error: unknown) => {
    throw unwritten(out, error);
  });
  if (!wanted.allure) return [];
  if (signal?.aborted) return [withoutAllure];
  const { writeAllure } = await import('../reports/allure/write.ts');
  const written = writeAllure(result, out);
  const aborted = new Promise<readonly string[]>((resolve) => {
    const leaveOut = () => {
      removeWith(written, join(out, 'allure-report'));
      resolve([withoutAllure]);
    };
    signal?.addEventListener('abort', leaveOut, { once: true });
    written.finally(() => signal?.removeEventListener('abort', leaveOut));
  });
  return Promise.race([written, aborted]);
}

/** The Allure page does not show the interruption. */
function removeWith(written: Promise<unknown>, folder: string) {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  written.finally(() => {
    remove();
    process.off('exit', remove);
  });
}

function unwritten(out: string, error: unknown) {
  const errors = error instanceof AggregateError ? error.errors : [error];
  const codes = new Set(
    errors.map(({ code, syscall }) => (syscall === undefined ? undefined : code)),
  );
  if (codes.has(undefined)) return error;
  return new OutputError(
    `The reports could not be written to ${shown(out)} (${[...codes].join(', ')}). ` +
      'Free space there, or name another folder with --out.',
  );
}

const withoutAllure =
  'The Allure view was not written, because the run was interrupted. ' +
  'To write it, run m2m-conformance report.';

async function tellGithub(result: Result, env: NodeJS.ProcessEnv) {
  const { GITHUB_STEP_SUMMARY: page, GITHUB_ACTIONS: isWorkflow } = env;
  if (isWorkflow === 'true') {
    const { renderAnnotations } = await import('../reports/annotations.ts');
    process.stdout.write(renderAnnotations(result));
  }
  if (!page) return;
  const { renderSummary } = await import('../reports/summary.ts');
  try {
    await appendFile(page, renderSummary(result));
  } catch (error) {
    process.stderr.write(`GITHUB_STEP_SUMMARY cannot be written (${codeOf(error)}).\n`);
  }
}
