import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { signingOf } from './certificate/issue.ts';
import { concludeRun, takePart } from './conclude-run.ts';
import { readKnown } from './known-failures.ts';
import { prepareFolder } from './result-folder.ts';
import { resolveTarget } from './target.ts';
import { lockUser } from './user-lock.ts';
import { version } from './version.ts';

/**
 * Makes `npx vitest` in a clone certify the configured target, the embedded reference implementation by default, and
 * write its documents as `run` does.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { config, out, settings, close } = await resolveTarget({});
  const known = await readKnown(settings.knownFailures);
  const signing = signingOf(settings.signingKey, undefined);
  const unlock = await lockUser(config);
  const folder = resolve(out);
  await prepareFolder(folder);
  const run = { config, version, runId: randomUUID(), startedAt: new Date().toISOString(), out: folder };
  const began = performance.now();
  provide('conformance', run);
  return async () => {
    try {
      const left = await takePart(folder);
      // A selection of other tests leaves nothing to conclude.
      if (!left) return;
      const durationMs = performance.now() - began;
      await concludeRun({ run, left, durationMs, known, reports: settings.reports, signing });
    } finally {
      await unlock();
      await close();
    }
  };
}
