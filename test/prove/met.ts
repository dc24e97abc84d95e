import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultHead } from './heads.ts';
import type { Row } from './row.ts';
import { groupsOf } from './task.ts';

/** For each fault, other groups whose requests trigger it if those of its own groups do not. */
export type Met = Readonly<Record<string, readonly string[]>>;

/**
 * The file only saves time: a fault that is missed with it runs again with the whole catalogue. `--learn` writes it.
 */
const page = join('test', 'prove', 'met.json');

export function readMet(): Met {
  return JSON.parse(readFileSync(page, 'utf8')) as Met;
}

export function writeMet(met: Met): void {
  const lines = Object.entries(met).map(([id, groups]) => {
    return `  ${JSON.stringify(id)}: [${groups.map((group) => JSON.stringify(group)).join(', ')}]`;
  });
  writeFileSync(page, `{\n${lines.join(',\n')}\n}\n`);
}

/** Updates the groups from runs of the whole catalogue. Keeps the known groups of other faults. Sorted by id. */
export function learnt(known: Met, faults: readonly FaultHead[], rows: readonly Row[]): Met {
  const wholes = new Map(
    rows
      .filter(({ kind, only, broken }) => kind === 'fault' && !only && broken === undefined)
      .map((row) => [row.id, row]),
  );
  const now = faults.map((fault) => {
    const row = wholes.get(fault.id);
    return [fault.id, row ? missing(fault, row) : (known[fault.id] ?? [])] as const;
  });
  return Object.fromEntries(
    now.filter(([, groups]) => groups.length > 0).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Returns a small set of other groups that trigger the fault, chosen greedily. */
function missing(fault: FaultHead, { askedBy = {} }: Row): string[] {
  const own = groupsOf({ ...fault, met: [] });
  const spoken = new Set([fault.breaks[0], ...fault.alsoFails]);
  let open = Object.entries(askedBy)
    .filter(([requirement, groups]) => spoken.has(requirement) && !groups.some((group) => own.includes(group)))
    .map(([, groups]) => groups);
  const chosen: string[] = [];
  while (open.length > 0) {
    const groups = [...new Set(open.flat())].sort();
    const tells = (group: string) => open.filter((some) => some.includes(group)).length;
    const most = groups.reduce((best, group) => (tells(group) > tells(best) ? group : best));
    chosen.push(most);
    open = open.filter((some) => !some.includes(most));
  }
  return chosen.sort();
}
