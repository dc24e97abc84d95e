import { sizeOf } from '../config/found.ts';

export interface RunOptions {
  /** Ends the run when it is aborted. The run still writes its reports. */
  readonly signal?: AbortSignal | undefined;
}

/** Throws a `TypeError`. The members are checked later. */
export function requireConfig(name: string, config: unknown): void {
  if (isPlain(config)) return;
  throw new TypeError(
    `${name}: found ${kindOf(config)} as first argument; accepted: the object that harness.config.ts exports.`,
  );
}

/** Throws a `TypeError` if there is anything else. */
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

/** A signal may come from another realm or a polyfill. */
function isSignal(value: unknown): value is AbortSignal {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as AbortSignal).aborted === 'boolean' &&
    typeof (value as AbortSignal).addEventListener === 'function'
  );
}
