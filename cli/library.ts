import type { Result } from '../engine/result.ts';
import type { Registering } from '../suites/adapter.ts';
import type { HarnessConfig } from './config/file-config.ts';
import type { RunOptions } from './library/arguments.ts';

export type { Result } from '../engine/result.ts';
export { defineConfig, type HarnessConfig } from './config/file-config.ts';
export type { RunOptions } from './library/arguments.ts';

/**
 * Certifies the target of the configuration like `run`, but prints nothing and reads no
 * harness.config.ts. Environment variables and `.env` override the configuration. Without a target,
 * it certifies the embedded reference implementation, and says so on standard error; in CI it
 * rejects, unless `embedded` is true. It rejects with a `TypeError` if an argument has a wrong
 * type, and with an error that names each problem if the configuration is invalid.
 */
export async function runConformance(
  config: HarnessConfig = {},
  options: RunOptions = {},
): Promise<Result> {
  const { requireConfig, signalIn } = await import('./library/arguments.ts');
  requireConfig('runConformance', config);
  const signal = signalIn(options);
  const { certifyQuietly } = await import('./library/started.ts');
  return certifyQuietly(config, signal);
}

/**
 * Registers a test for each requirement and endpoint, and one for the verdict, in the vitest file
 * that awaits it. If this package depends on another vitest, pass yours: `import * as vitest from
 * 'vitest'`.
 */
export async function describeConformance(
  config: HarnessConfig = {},
  vitest?: Registering,
): Promise<void> {
  const { requireConfig } = await import('./library/arguments.ts');
  requireConfig('describeConformance', config);
  const { registerSuites } = await import('./library/register.ts');
  return registerSuites(config, vitest ?? (await import('vitest')));
}
