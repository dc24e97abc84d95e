import { appendFile } from 'node:fs/promises';
import type { Result } from '../engine/result.ts';

/** Writes the summary to the page of a GitHub job, and annotations. */
export async function tellGithub(result: Result, env: NodeJS.ProcessEnv): Promise<void> {
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
    process.stderr.write(
      `GITHUB_STEP_SUMMARY cannot be written (${(error as NodeJS.ErrnoException).code}).\n`,
    );
  }
}
