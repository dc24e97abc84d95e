import fc from 'fast-check';
import { grouped } from '../../engine/exchange/collections.ts';
import { type FaultHead, groupOf, groupsOf } from './heads.ts';
import type { Row } from './row.ts';
import type { Task } from './task.ts';
import { and, idsOf } from './together.ts';

/**
 * How many faults one server has: at first, and then those that it does not settle. Among many,
 * one may hide another.
 */
const sizes = [8, 3, 1] as const;

/** A fault that concerns more requirements changes too much of a server. */
const mostDeclared = 3;

const declaredBy = ({ breaks, alsoFails, mayFail }: FaultHead) => [
  ...breaks,
  ...alsoFails,
  ...mayFail,
];

/**
 * Distributes faults over servers, by the seed. No two faults of a server concern the same
 * requirement, so each finding belongs to one of them.
 */
export function dealtFaults(
  faults: readonly FaultHead[],
  seed: number,
  size: number = sizes[0],
): FaultHead[][] {
  const [dealt = []] = fc.sample(fc.shuffledSubarray([...faults], { minLength: faults.length }), {
    numRuns: 1,
    seed,
  });
  // Those of one group run together, because a run sends the requests of its groups.
  const mainGroup = ({ breaks: [first] }: FaultHead) => groupOf(first);
  const byGroup = grouped(dealt, mainGroup);
  const sizeOf = (fault: FaultHead) => byGroup.get(mainGroup(fault))?.length ?? 0;
  const sets: FaultHead[][] = [];
  for (const fault of dealt.sort((left, right) => sizeOf(right) - sizeOf(left))) {
    const set = sets.find(
      (one) => one.length < size && one.every((other) => mayShare(fault, other)),
    );
    if (set) set.push(fault);
    else sets.push([fault]);
  }
  return sets;
}

function mayShare(one: FaultHead, other: FaultHead): boolean {
  const [declared, others] = [declaredBy(one), declaredBy(other)];
  const isTame = ({ over }: FaultHead, of: readonly string[]) => !over && of.length <= mostDeclared;
  return (
    isTame(one, declared) &&
    isTame(other, others) &&
    needAlike(one, other) &&
    !declared.some((requirement) => others.includes(requirement))
  );
}

/** With a profile, each run sends twice as much. */
function needAlike({ needs: one = [] }: FaultHead, { needs: other = [] }: FaultHead): boolean {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  return (
    fewer.every((need) => more.includes(need)) &&
    fewer.includes('profile') === more.includes('profile')
  );
}

/** The task for a set. Runs the groups of its requirements. */
export function taskOfSet(
  set: readonly FaultHead[],
  how: Pick<Task, 'seed' | 'depth' | 'http'>,
): Task {
  const only = [...new Set(set.flatMap(groupsOf))].sort().map((group) => `${group}/*`);
  return { kind: 'fault', id: set.map(({ id }) => id).join(and), only, ...how };
}

/**
 * Returns the rows of the faults that a server settles: their requirements report them, and no
 * requirement reports anything else. The row of a single fault stays as it is.
 */
export function settledBy(row: Row, faults: ReadonlyMap<string, FaultHead>): readonly Row[] {
  const set = row.kind === 'fault' ? idsOf(row.id).flatMap((id) => faults.get(id) ?? []) : [];
  if (set.length < 2) return [row];
  const { fired, broken, harnessErrors, findings = [], shownBy = {}, ...rest } = row;
  const declared = set.flatMap(declaredBy);
  const isOther = (requirement: string) => !declared.includes(requirement);
  if (broken !== undefined || harnessErrors.length > 0 || fired.some(isOther)) return [];
  const found = set.filter(({ breaks: [intended] }) => fired.includes(intended));
  return found.map((fault): Row => {
    const own = declaredBy(fault);
    const shown = shownBy[fault.breaks[0]];
    return {
      ...rest,
      id: fault.id,
      fired: fired.filter((requirement) => own.includes(requirement)),
      findings: findings.filter(({ requirement }) => own.includes(requirement)),
      harnessErrors,
      ...(shown && { shown }),
      requests: Math.round(row.requests / found.length),
      ms: Math.round(row.ms / found.length),
      cpuMs: Math.round(row.cpuMs / found.length),
    };
  });
}

/**
 * Runs the tasks. Faults that a set does not settle run again in smaller sets, at last alone.
 * Resolves to one row for each fault or variant and seed.
 */
export async function runSettled(
  tasks: readonly Task[],
  faults: readonly FaultHead[],
  run: (tasks: readonly Task[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const byId = new Map(faults.map((fault) => [fault.id, fault]));
  const settled = (await run(tasks)).flatMap((row) => settledBy(row, byId));
  let open = tasks.filter(({ kind, id }) => kind === 'fault' && idsOf(id).length > 1);
  for (const size of sizes.slice(1)) {
    const done = new Set(settled.map(({ id, seed }) => `${id} ${seed}`));
    const again = [...grouped(open, ({ seed }) => seed)].flatMap(([seed, own]) => {
      const ids = own.flatMap(({ id }) => idsOf(id)).filter((id) => !done.has(`${id} ${seed}`));
      const left = ids.flatMap((id) => byId.get(id) ?? []);
      const [{ depth } = { depth: 'standard' as const }] = own;
      return dealtFaults(left, seed, size).map((set) => taskOfSet(set, { seed, depth }));
    });
    if (again.length === 0) break;
    settled.push(...(await run(again)).flatMap((row) => settledBy(row, byId)));
    open = again;
  }
  return settled;
}
