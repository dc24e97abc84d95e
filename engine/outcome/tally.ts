import type { Judgement } from '../catalogue/check.ts';
import { type Level, type Outcome, worst } from '../catalogue/levels.ts';
import { excerpt } from '../exchange/excerpt.ts';

const keptReasons = 5;
const keptValues = 20;
/** Characters of a reason or value. */
const keptText = 4_096;

/** What was judged of one requirement on one endpoint: counts that add up over shards, and bounded samples of why. */
export interface Tally {
  readonly requirement: string;
  readonly endpoint: string;
  held: number;
  violated: number;
  observed: number;
  unanswered: number;
  /** The time that its exchanges took, in all. Absent if it sent nothing. */
  durationMs?: number;
  /** Why nothing was sent, where nothing was. */
  notRun?: string;
  /** That it was not run keeps no verdict from being conformant. */
  blocksNothing?: true;
  /** The reason holds for the endpoint's area as a whole and counts there only. */
  sharedReason?: true;
  /** Why something stayed unanswered, or how a pass is qualified. */
  reasons: string[];
  /** What was observed. */
  values: string[];
}

export function emptyTally(requirement: string, endpoint: string): Tally {
  return { requirement, endpoint, held: 0, violated: 0, observed: 0, unanswered: 0, reasons: [], values: [] };
}

/** Adds one judgement. */
export function count(tally: Tally, judgement: Judgement): void {
  switch (judgement.kind) {
    case 'held':
      tally.held++;
      if (judgement.note !== undefined)
        tally.reasons = sample([...tally.reasons, excerpt(judgement.note, keptText)], keptReasons);
      return;
    case 'violated':
      tally.violated++;
      return;
    case 'observed':
      tally.observed++;
      tally.values = sample([...tally.values, excerpt(judgement.value, keptText)], keptValues);
      return;
    case 'unanswered':
      tally.unanswered++;
      tally.reasons = sample([...tally.reasons, excerpt(judgement.why, keptText)], keptReasons);
      return;
    case 'not-run':
      tally.notRun = lower(tally.notRun, judgement.why);
      if (judgement.blocksNothing) tally.blocksNothing = true;
  }
}

/** The first distinct texts in alphabetical order: the same whatever the order in which they came. */
function sample(texts: readonly string[], limit: number): string[] {
  return [...new Set(texts)].sort().slice(0, limit);
}

/** Of two reasons the first in alphabetical order, whatever the order in which they came. */
function lower(left: string | undefined, right: string): string;
function lower(left: string | undefined, right: string | undefined): string | undefined;
function lower(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}

/** The time that the exchanges of these tallies took, in all; nothing if none sent anything. */
export function durationOf(...tallies: readonly Tally[]): { readonly durationMs?: number } {
  const known = tallies.flatMap(({ durationMs }) => durationMs ?? []);
  return known.length === 0 ? {} : { durationMs: known.reduce((sum, ms) => sum + ms) };
}

/** The sum of two tallies of one unit. */
export function addTallies(left: Tally, right: Tally): Tally {
  const notRun = lower(left.notRun, right.notRun);
  return {
    requirement: left.requirement,
    endpoint: left.endpoint,
    held: left.held + right.held,
    violated: left.violated + right.violated,
    observed: left.observed + right.observed,
    unanswered: left.unanswered + right.unanswered,
    ...durationOf(left, right),
    ...(notRun === undefined ? {} : { notRun }),
    ...(left.blocksNothing || right.blocksNothing ? { blocksNothing: true as const } : {}),
    ...(left.sharedReason || right.sharedReason ? { sharedReason: true as const } : {}),
    reasons: sample([...left.reasons, ...right.reasons], keptReasons),
    values: sample([...left.values, ...right.values], keptValues),
  };
}

/** How many answers or silences were looked at. */
export function cases(tally: Tally): number {
  return tally.held + tally.violated + tally.observed + tally.unanswered;
}

/** The outcome of one unit. Nothing passes vacuously: without a judged response it is inconclusive. */
export function outcomeOf(tally: Tally, level: Level, strict: boolean): Outcome {
  const found: Outcome[] = [];
  // What is observed is violated only where the profile pins it, and then it is a must.
  if (tally.violated > 0) found.push(level === 'should' && !strict ? 'warn' : 'fail');
  if (tally.unanswered > 0) found.push('inconclusive');
  if (tally.notRun !== undefined) found.push('not-run');
  // What is observed on the side does not qualify a pass.
  if (tally.held > 0) found.push(level === 'observe' ? 'observed' : 'pass');
  else if (tally.observed > 0) found.push('observed');
  return found.length === 0 ? 'inconclusive' : worst(found);
}
