import { type Case, casesOf, nameOf } from './cases.ts';
import {
  type Change,
  changesOf,
  type Outcomes,
  readResults,
  withChanges,
  writeResults,
} from './results.ts';
import type { Stack } from './stack.ts';

export type Certify = (one: Case) => Promise<Outcomes>;

/** Where the committed results are, from the root of the repository. */
export const resultsFolder = 'test/stacks/results';

interface Differences {
  readonly changes: readonly Change[];
  /** What differs in one of two runs. */
  readonly byChance: readonly Change[];
}

/**
 * Certifies a case, and resolves to what differs from the results before. A fault may show by chance
 * in one run and not in the next. So only what two runs show counts, unless the stack is correct.
 */
export async function changesSince(
  before: Outcomes,
  one: Case,
  certify: Certify,
): Promise<Differences> {
  const changes = changesOf(before, await certify(one));
  if (changes.length === 0 || one.kind !== 'fault') return { changes, byChance: [] };
  const again = changesOf(before, await certify(one));
  const isIn = (others: readonly Change[], { requirement }: Change) =>
    others.some((other) => other.requirement === requirement);
  return {
    changes: again.filter((change) => isIn(changes, change)),
    byChance: [
      ...changes.filter((change) => !isIn(again, change)),
      ...again.filter((change) => !isIn(changes, change)),
    ],
  };
}

export interface Comparison {
  readonly folder: string;
  readonly certify: Certify;
  /** How many cases run at a time. */
  readonly jobs: number;
  /** Writes what changed. */
  readonly update: boolean;
  readonly print: (line: string) => void;
}

/**
 * Compares cases with the results in the folder. Resolves to the exit code: 1 if a case has no
 * result or, without `update`, another one than before.
 */
export async function compareAll(
  cases: readonly Case[],
  { folder, certify, jobs, update, print }: Comparison,
): Promise<number> {
  const count = { same: 0, changed: 0, broken: 0 };
  const waiting = [...cases];
  const compareOne = async (one: Case) => {
    const { stack, id } = one;
    const known = readResults(folder, stack.id)[id];
    try {
      const { changes, byChance } = await changesSince(known ?? {}, one, certify);
      const kind = known && changes.length === 0 ? 'same' : 'changed';
      count[kind] += 1;
      print(`${kind}: ${nameOf(one)}${known ? '' : ', which has no results'}`);
      for (const { requirement, before, now } of changes) {
        print(`    ${requirement}: ${before} before, now ${now}`);
      }
      for (const { requirement, now } of byChance) {
        print(`    ${requirement}: ${now} in one of two runs`);
      }
      if (update) record(folder, stack, { [id]: withChanges(known ?? {}, changes) });
    } catch (error) {
      count.broken += 1;
      print(`broken: ${nameOf(one)}: ${error instanceof Error ? error.message : error}`);
    }
  };
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await compareOne(one);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  print(`${count.same} same, ${count.changed} changed, ${count.broken} broken.`);
  if (count.changed > 0) {
    print(update ? `Review git diff ${folder}.` : 'To accept the changes, run it again with -u.');
  }
  return count.broken > 0 || (count.changed > 0 && !update) ? 1 : 0;
}

/** Writes the rows at once, so an interruption loses none. Rows of removed ids go. */
function record(folder: string, stack: Stack, rows: Readonly<Record<string, Outcomes>>): void {
  const ids = casesOf(stack).map(({ id }) => id);
  writeResults(folder, stack.id, { ...readResults(folder, stack.id), ...rows }, ids);
}
