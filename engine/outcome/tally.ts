import type { Judgement } from '../catalogue/check.ts';
import { excerpt } from '../exchange/excerpt.ts';
import { type Sentence, sentenceKind, sentenceText, withQuotations } from '../exchange/sentence.ts';
import { type Level, type Outcome, worst } from '../schema/vocabulary.ts';
import { inOrder } from './in-order.ts';
import { addByCause, type TraitsByCause } from './traits.ts';

const keptReasons = 5;
const keptValues = 20;
/** The most characters of a reason or value. */
const keptText = 4_096;

/**
 * The judgements of one requirement on one endpoint: counts, which add up over shards, and samples
 * of reasons.
 */
export interface Tally {
  readonly requirement: string;
  readonly endpoint: string;
  held: number;
  violated: number;
  observed: number;
  unanswered: number;
  /** The total duration of its exchanges. Absent if it sent nothing. */
  durationMs?: number;
  /** Why nothing was sent. Absent if it sent something. */
  notRun?: Sentence;
  /** What would enable it: variables, keys of the profile and permissions. */
  lacks?: readonly string[];
  /** Set if the operator left it out. */
  notSelected?: true;
  /** Set if the verdict may be conformant although this was not run. */
  blocksNothing?: true;
  /**
   * Set if the whole area shares the reason. The outcome of a requirement of all areas then ignores
   * this endpoint.
   */
  sharedReason?: true;
  /** Why a response could not be judged, or how far a pass is valid. */
  reasons: Sentence[];
  /** The observed values. */
  values: Sentence[];
  /** Of the responses that pass or violate. Absent if there is none. */
  traits?: TraitsByCause;
}

export function emptyTally(requirement: string, endpoint: string): Tally {
  return {
    requirement,
    endpoint,
    held: 0,
    violated: 0,
    observed: 0,
    unanswered: 0,
    reasons: [],
    values: [],
  };
}

/** Adds one judgement. */
export function count(tally: Tally, judgement: Judgement): void {
  switch (judgement.kind) {
    case 'pass':
      tally.held++;
      if (judgement.note !== undefined)
        tally.reasons = reasons(...tally.reasons, short(judgement.note));
      return;
    case 'fail':
      tally.violated++;
      return;
    case 'observed':
      tally.observed++;
      tally.values = sample([...tally.values, short(judgement.value)], keptValues);
      return;
    case 'inconclusive':
      tally.unanswered++;
      tally.reasons = reasons(...tally.reasons, short(judgement.why));
      return;
    case 'not-run':
      tally.notRun = firstOf(tally.notRun, judgement.why);
      if (judgement.lacks) tally.lacks = judgement.lacks;
      if (judgement.blocksNothing) tally.blocksNothing = true;
  }
}

/** Shortens what a sentence quotes. */
const short = (sentence: Sentence): Sentence =>
  withQuotations(sentence, (quotation) => excerpt(quotation, keptText));

/** Orders sentences by their text, so that the order of merging does not matter. */
const byText = (left: Sentence, right: Sentence): number =>
  inOrder(sentenceText(left), sentenceText(right));

/** The sentence whose text comes first. */
const firstOf = (left: Sentence | undefined, right: Sentence): Sentence =>
  left !== undefined && byText(left, right) <= 0 ? left : right;

/** The first sentences in the order of their texts, one of those with the same `kindOf`. */
function sample(
  sentences: readonly Sentence[],
  limit: number,
  kindOf: (sentence: Sentence) => string = sentenceText,
): Sentence[] {
  const sorted = [...sentences].sort(byText);
  const distinct = new Map([...sorted].reverse().map((one) => [kindOf(one), one]));
  return [...distinct.values()].sort(byText).slice(0, limit);
}

/** Samples reasons. Those that differ only in what they quote are one. */
const reasons = (...sentences: readonly Sentence[]) => sample(sentences, keptReasons, sentenceKind);

/** The total duration of the exchanges of these tallies. Empty if none sent anything. */
export function durationOf(...tallies: readonly Tally[]): { readonly durationMs?: number } {
  const known = tallies.flatMap(({ durationMs }) => durationMs ?? []);
  return known.length === 0 ? {} : { durationMs: known.reduce((sum, ms) => sum + ms) };
}

/** Adds two tallies of the same unit. */
export function addTallies(left: Tally, right: Tally): Tally {
  const lacks = new Set([...(left.lacks ?? []), ...(right.lacks ?? [])]);
  const notRun = right.notRun === undefined ? left.notRun : firstOf(left.notRun, right.notRun);
  return {
    requirement: left.requirement,
    endpoint: left.endpoint,
    held: left.held + right.held,
    violated: left.violated + right.violated,
    observed: left.observed + right.observed,
    unanswered: left.unanswered + right.unanswered,
    ...durationOf(left, right),
    ...(notRun === undefined ? {} : { notRun }),
    ...(lacks.size === 0 ? {} : { lacks: [...lacks].sort() }),
    ...(left.notSelected || right.notSelected ? { notSelected: true as const } : {}),
    ...(left.blocksNothing || right.blocksNothing ? { blocksNothing: true as const } : {}),
    ...(left.sharedReason || right.sharedReason ? { sharedReason: true as const } : {}),
    reasons: reasons(...left.reasons, ...right.reasons),
    values: sample([...left.values, ...right.values], keptValues),
    ...(left.traits || right.traits
      ? { traits: addByCause(left.traits ?? {}, right.traits ?? {}) }
      : {}),
  };
}

/** The number of judged responses and missing responses. */
export const cases = (tally: Tally): number =>
  tally.held + tally.violated + tally.observed + tally.unanswered;

/** The outcome of one unit. Without a judged response it is inconclusive, never a pass. */
export function outcomeOf(tally: Tally, level: Level, strict: boolean): Outcome {
  const found: Outcome[] = [];
  // An `observe` requirement is violated only if the profile pins it, which makes it a must.
  if (tally.violated > 0) found.push(level === 'should' && !strict ? 'warn' : 'fail');
  if (tally.unanswered > 0) found.push('inconclusive');
  if (tally.notRun !== undefined) found.push('not-run');
  // Additional observations do not change a pass.
  if (tally.held > 0) found.push(level === 'observe' ? 'observed' : 'pass');
  else if (tally.observed > 0) found.push('observed');
  return found.length === 0 ? 'inconclusive' : worst(found);
}
