import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';

/** `quick` is for people who wait. Every change must pass `gate`. `all` runs everything. */
const scopes = ['quick', 'gate', 'all'] as const;

const given = process.env['SCOPE'] || 'quick';
if (!scopes.some((one) => one === given))
  throw new Error(`SCOPE is ${given}: set it to ${scopes.join(', ')}.`);

export const scopeIsAll = given === 'all';
/** Also true for `all`. */
export const scopeIsGate = given === 'gate' || scopeIsAll;

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that lists the samples, one JSON array `[what, taken, of, how]` per line. */
    samples: string;
    /** Whether `-t` selects tests. */
    isByName: boolean;
  }
}

/**
 * Returns all items in scope `all` or if `-t` selects tests, one in `stride` in the gate, otherwise a
 * third of that. `what` names the sample, and `part` its part.
 */
export function sample<T>(what: string, items: readonly T[], stride = 12, part = ''): readonly T[] {
  if (scopeIsAll || inject('isByName')) return items;
  const step = scopeIsGate ? stride : 3 * stride;
  const taken = items.filter((_, at) => at % step === 0);
  return listed(what, taken, items, `one in ${step}, from the first`, part);
}

/**
 * Adds a sample to the list that is printed after the tests. `how` says how the items were chosen.
 * The samples of several parts are added up.
 */
export function listed<T>(
  what: string,
  taken: readonly T[],
  items: readonly unknown[],
  how: string,
  part = '',
): readonly T[] {
  // Undefined without the reporter of vitest.config.ts.
  const file = inject('samples') as string | undefined;
  if (file)
    appendFileSync(file, `${JSON.stringify([what, taken.length, items.length, how, part])}\n`);
  return taken;
}
