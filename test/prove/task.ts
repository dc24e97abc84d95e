import { matchesGlob } from '../../engine/config/globs.ts';
import type { Depth } from '../../engine/schema/vocabulary.ts';
import { dealtFaults, taskOfSet } from './fault-sets.ts';
import type { FaultHead } from './heads.ts';
import type { Problem } from './problems.ts';
import { dealtSets, idsOf } from './together.ts';

/** One certification of a faulty or a correct server with one seed. */
export interface Task {
  readonly kind: 'fault' | 'variant';
  /** `a+b` is a server with several. */
  readonly id: string;
  readonly seed: number;
  readonly depth: Depth;
  /** Globs of the requirements to run. Default: the whole catalogue. */
  readonly only?: readonly string[];
  /** Over real HTTP. Default: simulated. */
  readonly http?: boolean;
}

export interface Selection {
  readonly depth: Depth;
  readonly seeds: readonly number[];
  /**
   * Globs of the ids of faults and variants, each in its own server; `a+b` is a set of variants.
   * Default: all.
   */
  readonly only?: readonly string[];
  readonly shard?: { readonly index: number; readonly total: number };
  /** Over real HTTP. Default: simulated. */
  readonly http?: boolean;
  /** Whether each fault has its own server, as with `only` and `http`. Default: a set shares one. */
  readonly apart?: boolean;
}

/** The id of the reference, which is the first of the correct implementations. */
export const referenceId = 'reference';

/**
 * Faults run with the whole catalogue for one seed in this many. For the others they run with their
 * own groups.
 */
const turns = 30;

/** How many variants one server combines. */
const together = 6;

/**
 * Returns the tasks. All seeds of a fault are in the same shard, because they are judged together.
 */
export function tasksOf(
  faults: readonly FaultHead[],
  variants: readonly { readonly id: string }[],
  { depth, seeds, only, shard, http, apart }: Selection,
): Task[] {
  const over = http ? { http } : {};
  const ofVariant = (id: string) =>
    seeds.map((seed): Task => ({ kind: 'variant', id, seed, depth, ...over }));
  const ofFaults = (set: readonly FaultHead[], at: number) =>
    seeds.map((seed): Task => {
      const { only, ...whole } = taskOfSet(set, { seed, depth, ...over });
      return (at + seed) % turns === 0 || only === undefined ? whole : { ...whole, only };
    });
  const isApart = apart || http || only !== undefined;
  const faultSets = isApart ? faults.map((fault) => [fault]) : dealtFaults(faults, seeds[0] ?? 1);
  const setsOf = (seed: number) =>
    dealtSets(variants, together, seed).map((id): Task[] => [
      { kind: 'variant', id, seed, depth, ...over },
    ]);
  const named = [
    ...variants.map(({ id }) => id),
    ...(only ?? []).filter((id) => idsOf(id).length > 1),
  ];
  const bySubject = [
    ofVariant(referenceId),
    ...(only ? named.map(ofVariant) : seeds.flatMap(setsOf)),
    ...faultSets.map(ofFaults),
  ].filter(([first]) => first && isSelected(first.id, only));
  const tasks = bySubject.filter((_, at) => isOfShard(at, shard)).flat();
  // The slowest tasks come first, so no worker runs one alone at the end.
  return [...tasks.filter(({ only }) => !only), ...tasks.filter(({ only }) => only)];
}

/** A companion may need luck to fail. It is stale if it never fails with this many seeds. */
const seedsOfStale = 5;

/**
 * Returns tasks that settle doubts after the first rows. An inconclusive correct server runs again,
 * because a busy machine may delay requests that must be simultaneous. A missed fault runs with the
 * whole catalogue and the same seeds. A fault with a silent companion runs with at least five
 * seeds.
 */
export function furtherTasks(
  faults: readonly FaultHead[],
  { depth, seeds, http }: Pick<Selection, 'depth' | 'seeds' | 'http'>,
  rows: readonly Task[],
  problems: readonly Problem[],
): Task[] {
  const subjects = (...kinds: readonly Problem['kind'][]) =>
    new Set(problems.filter(({ kind }) => kinds.includes(kind)).map(({ subject }) => subject));
  const [silent, missed] = [subjects('stale'), subjects('missed', 'verdict')];
  const isSettled = ({ kind, id, only }: Task) => kind === 'fault' && !only && !missed.has(id);
  const settled = new Set(rows.filter(isSettled).map(textOf));
  const more = Array.from(
    { length: Math.max(seedsOfStale, seeds.length) },
    (_, at) => (seeds[0] ?? 1) + at,
  );
  const ofFaults = faults
    .flatMap(({ id }) => {
      const asked = silent.has(id) ? more : missed.has(id) ? seeds : [];
      return asked.map((seed): Task => ({ kind: 'fault', id, seed, depth, ...(http && { http }) }));
    })
    .filter((task) => !settled.has(textOf(task)));
  return [...leftOpen(rows, problems), ...ofFaults];
}

/** Returns the certifications of correct servers that were inconclusive. */
function leftOpen(rows: readonly Task[], problems: readonly Problem[]): Task[] {
  const isOpen = ({ kind, text }: Problem) => kind === 'verdict' && text.startsWith('inconclusive');
  const open = new Set(problems.filter(isOpen).map(({ subject }) => subject));
  return rows
    .filter(({ kind, id }) => kind === 'variant' && open.has(id))
    .map(({ kind, id, seed, depth, http }) => ({ kind, id, seed, depth, ...(http && { http }) }));
}

/** Replaces rows by later ones of the same fault or variant and seed. */
export function replaced<T extends Task>(rows: readonly T[], later: readonly T[]): T[] {
  const anew = new Set(later.map(textOf));
  return [...rows.filter((row) => !anew.has(textOf(row))), ...later];
}

function textOf({ kind, id, seed }: Task): string {
  return `${kind} ${id} ${seed}`;
}

function isSelected(id: string, only: Selection['only']): boolean {
  return !only || only.some((glob) => matchesGlob(glob, id));
}

function isOfShard(at: number, shard: Selection['shard']): boolean {
  return !shard || at % shard.total === shard.index - 1;
}
