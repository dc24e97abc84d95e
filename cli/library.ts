import type { Result } from '../engine/result.ts';
import type { Registering } from '../suites/adapter.ts';
import type { HarnessConfig } from './config/file-config.ts';
import { sizeOf } from './config/found.ts';
import { isRecord } from './engine.ts';

export type { Result } from '../engine/result.ts';
export { defineConfig, type HarnessConfig } from './config/file-config.ts';

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
  requireConfig('describeConformance', config);
  const { registerSuites } = await import('./library/register.ts');
  return registerSuites(config, vitest ?? (await import('vitest')));
}

export interface RunOptions {
  /** Ends the run when it is aborted. The run still writes its reports. */
  readonly signal?: AbortSignal | undefined;
}

function requireConfig(name: string, config: unknown) {
  if (isPlain(config)) return;
  throw new TypeError(
    `${name}: found ${sizeOf(config)} as first argument; ` +
      'accepted: the object that harness.config.ts exports.',
  );
}

function signalIn(options: RunOptions) {
  const wrong = (found: string) =>
    new TypeError(`runConformance: found ${found}; accepted: { signal } with an AbortSignal.`);
  if (!isPlain(options)) throw wrong(`${sizeOf(options)} as second argument`);
  const { signal, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(`the unknown option ${JSON.stringify(unknown)}`);
  if (signal !== undefined && !isSignal(signal)) throw wrong(`${sizeOf(signal)} as signal`);
  return signal;
}

const isPlain = (value: unknown) => isRecord(value) && !isSignal(value);

/** A signal may come from another realm or a polyfill. */
function isSignal(value: unknown) {
  return (
    isRecord(value) &&
    typeof value['aborted'] === 'boolean' &&
    typeof value['addEventListener'] === 'function'
  );
}
