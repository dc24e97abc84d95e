import { type Catalogue, rows } from '../../engine/catalogue/catalogue.ts';
import { defined } from '../../engine/exchange/collections.ts';
import type { Level } from '../../engine/schema/vocabulary.ts';
import type { Fault } from '../../fixtures/faults/fault.ts';

/** The facts about a requirement that proving needs. */
export interface CheckHead {
  readonly id: string;
  readonly group: string;
  readonly level: Level;
  /** The ids of its causes. */
  readonly causes: readonly string[];
}

/** The facts about a fault that proving needs. */
export interface FaultHead {
  readonly id: string;
  readonly breaks: readonly [string, ...string[]];
  readonly alsoFails: readonly string[];
  readonly mayFail: readonly string[];
  /** The settings that show it. */
  readonly needs?: Fault['needs'];
  /** It cannot be simulated. */
  readonly over?: Fault['over'];
}

export function groupOf(requirement: string): string {
  return requirement.split('/')[0] ?? '';
}

/** Returns the groups of all requirements that must or may fail. */
export function groupsOf({ breaks, alsoFails, mayFail }: FaultHead): string[] {
  return [...new Set([...breaks, ...alsoFails, ...mayFail].map(groupOf))].sort();
}

/** Returns the requirements in catalogue order. */
export function checkHeads(catalogue: Catalogue): CheckHead[] {
  return rows(catalogue).map(({ group, requirement: { id, level, causes = {} } }) => {
    return { id, group, level, causes: Object.keys(causes) };
  });
}

export function faultHeads(faults: readonly Fault[]): FaultHead[] {
  return faults.map(({ id, breaks, alsoFails = [], mayFail = [], needs, over }) => {
    return { id, breaks, alsoFails, mayFail, ...defined({ needs, over }) };
  });
}
