import { createHash } from 'node:crypto';

/**
 * The identity of one exchange. Everything that is recorded, replayed, merged or reproduced goes by it, never by time
 * or content. `endpoint` is an endpoint's id, or `(run)` for what belongs to none.
 */
export interface Key {
  readonly requirement: string;
  readonly endpoint: string;
  readonly index: number;
  readonly step: string;
  readonly attempt: number;
}

/** One line per key, unique within a run: `requirement|endpoint|index|step|attempt`. */
export function keyText(key: Key): string {
  // Joined, not a template: that is kept as a tree of its pieces, of several times the size.
  return [key.requirement, key.endpoint, key.index, key.step, key.attempt].join('|');
}

/** The key that `keyText` wrote. Throws a `TypeError` for anything else. */
export function parseKey(text: string): Key {
  const [requirement, endpoint, index, step, attempt, ...rest] = text.split('|');
  if (!requirement || !endpoint || !step || rest.length > 0 || !isCount(index) || !isCount(attempt)) {
    throw new TypeError(`not the key of an exchange: ${JSON.stringify(text)}`);
  }
  return { requirement, endpoint, index: Number(index), step, attempt: Number(attempt) };
}

function isCount(text: string | undefined): boolean {
  return text !== undefined && /^\d+$/.test(text);
}

/** A 31-bit seed that depends on the run's seed and the names given, so that no check's draw depends on another's. */
export function derivedSeed(runSeed: number, ...names: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update([runSeed, ...names].join('\n'))
    .digest();
  return digest.readUInt32BE(0) >>> 1;
}

/** Steps that begin so leave the test users' data as they were: they are sent even after a run was stopped. */
export const putBackStep = 'address-put-back-';

/** What comes under steps that are named so is for the requirement that asks, and for no monitor of another. */
export const byItselfStep = 'by-itself-';
