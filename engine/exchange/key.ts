import { createHash } from 'node:crypto';

/**
 * Identifies an exchange for recording, replay, merging and reproduction. `endpoint` is an id, or
 * `(run)`.
 */
export type Key = Readonly<{
  requirement: string;
  endpoint: string;
  index: number;
  step: string;
  attempt: number;
}>;

/** `requirement|endpoint|index|step|attempt`, which is unique within a run. */
export function keyText(key: Key) {
  // V8 stores a template's result as a tree that takes several times the memory.
  return [key.requirement, key.endpoint, key.index, key.step, key.attempt].join('|');
}

export const setupKey = (endpoint: string, step: string, index = 0): Key => ({
  requirement: 'run/setup',
  endpoint,
  index,
  step,
  attempt: 0,
});

/** `requirement|endpoint` */
export const unitOf = ({ requirement, endpoint }: Pick<Key, 'requirement' | 'endpoint'>) =>
  `${requirement}|${endpoint}`;

/** Reads what `keyText` wrote. Throws a `TypeError` for any other string. */
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

const isCount = (text: string | undefined) => text !== undefined && /^\d+$/.test(text);

/** 31 bits. Makes the random cases of checks independent. */
export function derivedSeed(runSeed: number, ...names: readonly (string | number)[]) {
  const hash = createHash('sha256').update([runSeed, ...names].join('\n'));
  return hash.digest().readUInt32BE(0) >>> 1;
}

const followUpPrefix = 'further-';

export const followUpStep = (name: string) => `${followUpPrefix}${name}`;

/** `other`: a step of a scenario or of a monitor. */
export function stepKind({
  step,
}: Key): 'control' | 'case' | 'probe' | 'follow-up' | 'repeat' | 'other' {
  if (step === 'case' || step === 'probe') return step;
  if (step.startsWith(followUpPrefix)) return 'follow-up';
  if (step.startsWith('control')) return 'control';
  return /^(again|shrink)-/.test(step) ? 'repeat' : 'other';
}
