import type { HarnessConfig } from '../engine/config/file-config.ts';
import type { Result } from '../engine/result.ts';
import type { Registering } from '../suites/registering.ts';

/** What `import ... from 'm2m-conformance'` gives: the configuration's types, the result's, and a run without the command. */
export { defineConfig, type HarnessConfig } from '../engine/config/file-config.ts';
export type { Result } from '../engine/result.ts';

/**
 * Certifies the target of the configuration as `run` does, printing nothing; an aborted signal ends the run with its
 * reports. Variables and `.env` win over the configuration; harness.config.ts is not read. Rejects where it is wrong.
 */
export async function runConformance(config: HarnessConfig = {}, signal?: AbortSignal): Promise<Result> {
  const { certifyQuietly } = await import('./library/run.ts');
  return certifyQuietly(config, signal);
}

/**
 * Registers a test for each requirement and endpoint, and one for the verdict, in the file of vitest that awaits it. Where
 * that is another vitest than the one that this package depends on, it has to be handed over: `import * as vitest`.
 */
export async function describeConformance(config: HarnessConfig = {}, vitest?: Registering): Promise<void> {
  const { registerSuites } = await import('./library/register.ts');
  return registerSuites(config, vitest ?? (await import('vitest')));
}
