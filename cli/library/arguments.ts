import { sizeOf } from '../config/found.ts';

/** The second argument of `runConformance`. */
export interface RunOptions {
  /** Ends the run when it is aborted. The run still writes its reports. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Throws a `TypeError` if the first argument of this function is no object. Its members are checked
 * later.
 */
export function requireConfig(name: string, config: unknown): void {
  if (isPlain(config)) return;
  throw new TypeError(
    `${name}: found ${kindOf(config)} as first argument; accepted: the object that harness.config.ts exports.`,
  );
}

/**
 * Returns the signal in the second argument of `runConformance`. Throws a `TypeError` if there is
 * anything else.
 */
export function signalIn(options: RunOptions): AbortSignal | undefined {
  if (!isPlain(options)) throw wrong(`${kindOf(options)} as second argument`);
  const { signal, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(`the unknown option ${JSON.stringify(unknown)}`);
  if (signal !== undefined && !isSignal(signal)) throw wrong(`${kindOf(signal)} as signal`);
  return signal;
}

function wrong(found: string): TypeError {
  return new TypeError(`runConformance: found ${found}; accepted: { signal } with an AbortSignal.`);
}

function kindOf(value: unknown): string {
  return typeof value === 'function' ? 'a function' : sizeOf(value);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isSignal(value);
}

/** A signal may come from another realm or from a polyfill, so its class does not matter. */
function isSignal(value: unknown): value is AbortSignal {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as AbortSignal).aborted === 'boolean' &&
    typeof (value as AbortSignal).addEventListener === 'function'
  );
}
