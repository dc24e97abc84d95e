import { type Catalogue, rows } from '../../engine/catalogue/catalogue.ts';
import type { Level } from '../../engine/catalogue/levels.ts';
import type { Fault } from '../../fixtures/faults/fault.ts';
import type { Met } from './met.ts';

/** What proving needs to know of a requirement. */
export interface CheckHead {
  readonly id: string;
  readonly group: string;
  readonly level: Level;
  readonly assessable: boolean;
  readonly brokenBy: readonly string[];
}

/** What proving needs to know of a fault. */
export interface FaultHead {
  readonly id: string;
  readonly breaks: readonly [string, ...string[]];
  readonly companions: readonly string[];
  readonly perhaps: readonly string[];
  /** Checks that name it in `brokenBy`. */
  readonly namedBy: readonly string[];
  /** Groups whose requests meet it where those of all these requirements do not. */
  readonly met: readonly string[];
}

/** Of a requirement, by its id. */
export function groupOf(requirement: string): string {
  return requirement.split('/')[0] ?? '';
}

/** The requirements, in catalogue order. */
export function checkHeads(catalogue: Catalogue): CheckHead[] {
  return rows(catalogue).map(({ group, requirement: { id, level, kind, brokenBy = [] } }) => {
    return { id, group, level, assessable: kind !== 'unassessable', brokenBy };
  });
}

export function faultHeads(faults: readonly Fault[], checks: readonly CheckHead[], met: Met): FaultHead[] {
  return faults.map(({ id, breaks, companions = [], perhaps = [] }) => {
    const namedBy = checks.filter(({ brokenBy }) => brokenBy.includes(id)).map((check) => check.id);
    return { id, breaks, companions, perhaps, namedBy, met: met[id] ?? [] };
  });
}
