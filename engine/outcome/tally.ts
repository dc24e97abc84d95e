import type { Judgement } from '../catalogue/check.ts';
import {
  defined,
  excerpt,
  inOrder,
  type Sentence,
  sentenceKind,
  sentenceText,
  withQuotations,
} from '../exchange/index.ts';
import { type Level, type Outcome, worst } from '../schema/vocabulary.ts';
import { addByCause, type TraitsByCause } from './traits.ts';

const keptReasons = 5;
const keptValues = 20;
const keptText = 4_096;

/** The judgements of one requirement on one endpoint. */
export interface Tally {
  readonly requirement: string;
  readonly endpoint: string;
  held: number;
  violated: number;
  observed: number;
  unanswered: number;
  /** Of all its exchanges. Absent if it sent nothing. */
  durationMs?: number;
  /** Why nothing was sent. Absent if it sent something. */
  notRun?: Sentence;
  /** What would enable it: variables, keys of the profile and permissions. */
  lacks?: readonly string[];
  notSelected?: true;
  /** Set if the verdict may be conformant although this was not run. */
  blocksNothing?: true;
  /** Whether the whole area shares the reason. Requirements of all areas then ignore it. */
  sharedReason?: true;
  /** Why a response could not be judged, or how far a pass is valid. */
  reasons: Sentence[];
  values: Sentence[];
  /** Of the responses that pass or violate. Absent if there is none. */
  traits?: TraitsByCause;
}

export const emptyTally = (requirement: string, endpoint: string): Tally => ({
  requirement,
  endpoint,
  held: 0,
  violated: 0,
  observed: 0,
  unanswered: 0,
  reasons: [],
  values: [],
});

export function count(tally: Tally, judgement: Judgement) {
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

const short = (sentence: Sentence) =>
  withQuotations(sentence, (quotation) => excerpt(quotation, keptText));

/** So that the order of merging does not matter. */
const byText = (left: Sentence, right: Sentence) =>
  inOrder(sentenceText(left), sentenceText(right));

const firstOf = (left: Sentence | undefined, right: Sentence) =>
  left !== undefined && byText(left, right) <= 0 ? left : right;

/** The first by text, one of each `kindOf`. */
function sample(
  sentences: readonly Sentence[],
  limit: number,
  kindOf: (sentence: Sentence) => string = sentenceText,
) {
  const sorted = [...sentences].sort(byText);
  const distinct = new Map([...sorted].reverse().map((one) => [kindOf(one), one]));
  return [...distinct.values()].sort(byText).slice(0, limit);
}

/** Those that differ only in what they quote are one. */
const reasons = (...sentences: readonly Sentence[]) => sample(sentences, keptReasons, sentenceKind);

/** Empty if none sent anything. */
export function durationOf(...tallies: readonly Tally[]): { readonly durationMs?: number } {
  const known = tallies.flatMap(({ durationMs }) => durationMs ?? []);
  return known.length === 0 ? {} : { durationMs: known.reduce((sum, ms) => sum + ms) };
}

export function addTallies(left: Tally, right: Tally): Tally {
  const { requirement, endpoint } = left;
  const lacks = new Set([...(left.lacks ?? []), ...(right.lacks ?? [])]);
  const notRun = right.notRun === undefined ? left.notRun : firstOf(left.notRun, right.notRun);
  return {
    requirement,
    endpoint,
    held: left.held + right.held,
    violated: left.violated + right.violated,
    observed: left.observed + right.observed,
    unanswered: left.unanswered + right.unanswered,
    ...durationOf(left, right),
    ...defined({
      notRun,
      lacks: lacks.size === 0 ? undefined : [...lacks].sort(),
      notSelected: left.notSelected || right.notSelected,
      blocksNothing: left.blocksNothing || right.blocksNothing,
      sharedReason: left.sharedReason || right.sharedReason,
    }),
    reasons: reasons(...left.reasons, ...right.reasons),
    values: sample([...left.values, ...right.values], keptValues),
    ...((left.traits || right.traits) && {
      traits: addByCause(left.traits ?? {}, right.traits ?? {}),
    }),
  };
}

/** Judged and missing responses. */
export const cases = (tally: Tally) =>
  tally.held + tally.violated + tally.observed + tally.unanswered;

/** Without a judged response it is inconclusive, never a pass. */
export function outcomeOf(tally: Tally, level: Level, strict: boolean) {
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
