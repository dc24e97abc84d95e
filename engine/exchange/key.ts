import { createHash } from 'node:crypto';

/**
 * Identifies an exchange. Recording, replay, merging and reproduction use this key, never time or
 * content. `endpoint` is an endpoint's id, or `(run)` if the request belongs to none.
 */
export interface Key {
  readonly requirement: string;
  readonly endpoint: string;
  readonly index: number;
  readonly step: string;
  readonly attempt: number;
}

/** Writes a key as `requirement|endpoint|index|step|attempt`, which is unique within a run. */
export function keyText(key: Key): string {
  // Joined, because V8 stores the result of a template as a tree that takes several times the
  // memory.
  return [key.requirement, key.endpoint, key.index, key.step, key.attempt].join('|');
}

/** The key of a request that a run sends for no requirement. */
export const setupKey = (endpoint: string, step: string, index = 0): Key => ({
  requirement: 'run/setup',
  endpoint,
  index,
  step,
  attempt: 0,
});

/** Returns the id of the unit that sends the request: `requirement|endpoint`. */
export function unitOf({ requirement, endpoint }: Pick<Key, 'requirement' | 'endpoint'>): string {
  return `${requirement}|${endpoint}`;
}

/** Parses a key that `keyText` wrote. Throws a `TypeError` for any other string. */
export function parseKey(text: string): Key {
  const [requirement, endpoint, index, step, attempt, ...rest] = text.split('|');
  if (
    !requirement ||
    !endpoint ||
    !step ||
    rest.length > 0 ||
    !isCount(index) ||
    !isCount(attempt)
  ) {
    throw new TypeError(`not the key of an exchange: ${JSON.stringify(text)}`);
  }
  return { requirement, endpoint, index: Number(index), step, attempt: Number(attempt) };
}

const isCount = (text: string | undefined): boolean => text !== undefined && /^\d+$/.test(text);

/**
 * Derives a 31-bit seed from the run's seed and names, so that the random cases of checks are
 * independent.
 */
export function derivedSeed(runSeed: number, ...names: readonly (string | number)[]): number {
  const hash = createHash('sha256').update([runSeed, ...names].join('\n'));
  return hash.digest().readUInt32BE(0) >>> 1;
}

const followUpPrefix = 'further-';

/** Returns the name of a step that a check sends after its cases. */
export const followUpStep = (name: string): string => `${followUpPrefix}${name}`;

/**
 * Returns the kind of a step, derived from its name. `other`: a step of a scenario or of a monitor.
 */
export function stepKind({
  step,
}: Key): 'control' | 'case' | 'probe' | 'follow-up' | 'repeat' | 'other' {
  if (step === 'case' || step === 'probe') return step;
  if (step.startsWith(followUpPrefix)) return 'follow-up';
  if (step.startsWith('control')) return 'control';
  return /^(again|shrink)-/.test(step) ? 'repeat' : 'other';
}
