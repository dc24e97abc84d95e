import type { Result } from '../engine/result.ts';
import type { Registering } from '../suites/registering.ts';
import type { HarnessConfig } from './config/file-config.ts';

export type { Result } from '../engine/result.ts';
/** The exports of the package: the types of configuration and result, and functions that certify a target. */
export { defineConfig, type HarnessConfig } from './config/file-config.ts';

/**
 * Certifies the target of the configuration like `run`, but prints nothing. Aborting the signal ends the run and writes its
 * reports. Environment variables and `.env` override the configuration. It does not read harness.config.ts. It rejects if
 * the configuration is invalid.
 */
export async function runConformance(config: HarnessConfig = {}, signal?: AbortSignal): Promise<Result> {
  const { certifyQuietly } = await import('./library/run.ts');
  return certifyQuietly(config, signal);
}

/**
 * Registers a test for each requirement and endpoint, and one for the verdict, in the vitest file that awaits it. If
 * the file runs in a different vitest than the one that this package depends on, pass that vitest: `import * as vitest
 * from 'vitest'`.
 */
export async function describeConformance(config: HarnessConfig = {}, vitest?: Registering): Promise<void> {
  const { registerSuites } = await import('./library/register.ts');
  return registerSuites(config, vitest ?? (await import('vitest')));
}
