import type { Depth } from '../../engine/catalogue/levels.ts';
import { matchesGlob } from '../../engine/run/globs.ts';
import { type FaultHead, groupOf } from './heads.ts';
import type { Problem } from './problems.ts';
import { dealtSets, variantsOf } from './together.ts';

/** One certification: a faulty server or another correct one, with one seed. */
export interface Task {
  readonly kind: 'fault' | 'variant';
  readonly id: string;
  readonly seed: number;
  readonly depth: Depth;
  /** Globs of the requirements that are run; absent: the whole catalogue. */
  readonly only?: readonly string[];
}

export interface Selection {
  readonly depth: Depth;
  readonly seeds: readonly number[];
  /** Globs of the ids of faults and variants, which then stand alone; `a+b` is a set of variants. Absent: all. */
  readonly only?: readonly string[];
  readonly shard?: { readonly index: number; readonly total: number };
}

/** The reference itself, as the first of the correct implementations. */
export const referenceId = 'reference';

/** A fault meets the whole catalogue with one seed in so many, and with the others the groups that concern it. */
const turns = 30;

/** So many variants stand in one server. */
const together = 6;

/** What is to be certified. All seeds of a fault are in one shard, so that a shard can judge them together. */
export function tasksOf(
  faults: readonly FaultHead[],
  variants: readonly { readonly id: string }[],
  { depth, seeds, only, shard }: Selection,
): Task[] {
  const ofVariant = (id: string) => seeds.map((seed): Task => ({ kind: 'variant', id, seed, depth }));
  const ofFault = (fault: FaultHead, at: number) =>
    seeds.map((seed): Task => {
      const task = { kind: 'fault', id: fault.id, seed, depth } as const;
      return (at + seed) % turns === 0 ? task : { ...task, only: groupsOf(fault).map((group) => `${group}/*`) };
    });
  const setsOf = (seed: number) =>
    dealtSets(variants, together, seed).map((id): Task[] => [{ kind: 'variant', id, seed, depth }]);
  const named = [...variants.map(({ id }) => id), ...(only ?? []).filter((id) => variantsOf(id).length > 1)];
  const bySubject = [
    ofVariant(referenceId),
    ...(only ? named.map(ofVariant) : seeds.flatMap(setsOf)),
    ...faults.map((fault, at) => ofFault(fault, at)),
  ].filter(([first]) => first && isSelected(first.id, only));
  const tasks = bySubject.filter((_, at) => isOfShard(at, shard)).flat();
  // What takes longest comes first, so that no worker is left with it at the end.
  return [...tasks.filter(({ only }) => !only), ...tasks.filter(({ only }) => only)];
}

/** A faulty server may need luck for a companion to speak: it is stale when it stays silent with so many seeds. */
const seedsOfStale = 5;

/**
 * What decides where the first rows leave a doubt: once more for a correct server that was left inconclusive, as after two
 * requests that a busy machine kept apart; the whole catalogue with the same seeds for a fault that was not found,
 * be it that its groups alone did not find it or that two requests did not meet on a busy machine; with at least five
 * seeds for one whose companion was silent.
 */
export function furtherTasks(
  faults: readonly FaultHead[],
  { depth, seeds }: Pick<Selection, 'depth' | 'seeds'>,
  rows: readonly Task[],
  problems: readonly Problem[],
): Task[] {
  const subjects = (...kinds: readonly Problem['kind'][]) =>
    new Set(problems.filter(({ kind }) => kinds.includes(kind)).map(({ subject }) => subject));
  const [silent, missed] = [subjects('stale'), subjects('missed', 'not red', 'verdict')];
  const isSettled = ({ kind, id, only }: Task) => kind === 'fault' && !only && !missed.has(id);
  const settled = new Set(rows.filter(isSettled).map(textOf));
  const more = Array.from({ length: Math.max(seedsOfStale, seeds.length) }, (_, at) => (seeds[0] ?? 1) + at);
  const ofFaults = faults
    .flatMap(({ id }) => {
      const asked = silent.has(id) ? more : missed.has(id) ? seeds : [];
      return asked.map((seed): Task => ({ kind: 'fault', id, seed, depth }));
    })
    .filter((task) => !settled.has(textOf(task)));
  return [...leftOpen(rows, problems), ...ofFaults];
}

/** The certifications of correct servers that ended without a verdict. */
function leftOpen(rows: readonly Task[], problems: readonly Problem[]): Task[] {
  const isOpen = ({ kind, text }: Problem) => kind === 'verdict' && text.startsWith('inconclusive');
  const open = new Set(problems.filter(isOpen).map(({ subject }) => subject));
  return rows
    .filter(({ kind, id }) => kind === 'variant' && open.has(id))
    .map(({ kind, id, seed, depth }) => ({ kind, id, seed, depth }));
}

/** The rows, those of the same fault and seed replaced by what came later. */
export function replaced<T extends Task>(rows: readonly T[], later: readonly T[]): T[] {
  const anew = new Set(later.map(textOf));
  return [...rows.filter((row) => !anew.has(textOf(row))), ...later];
}

function textOf({ kind, id, seed }: Task): string {
  return `${kind} ${id} ${seed}`;
}

/** The groups of all requirements that have to speak, or may, and those whose requests meet the fault. */
export function groupsOf({ breaks, companions, perhaps, namedBy, met }: FaultHead): string[] {
  const own = [...breaks, ...companions, ...perhaps, ...namedBy].map(groupOf);
  return [...new Set([...own, ...met])].sort();
}

function isSelected(id: string, only: Selection['only']): boolean {
  return !only || only.some((glob) => matchesGlob(glob, id));
}

function isOfShard(at: number, shard: Selection['shard']): boolean {
  return !shard || at % shard.total === shard.index - 1;
}
