import { type AnyFail, type Ask, following, type NoViolation } from '../catalogue/index.ts';
import { type Answered, type Exchange, type Sentence, say } from '../exchange/index.ts';
import {
  Inconclusive,
  inconclusive,
  orInconclusive,
  orNothing,
  pass,
  summary,
  usualLag,
} from '../judging/index.ts';

// Updates stored data and reads it back. A bad reading is a finding only if it lasts and recurs:
// replicas lag, caches expire, and somebody else may edit the data. So a trial waits for a good
// reading, then repeats the reading, and then the updates.

export type Reading = Readonly<{
  exchange: Answered;
  update?: Exchange;
}>;

type Violation<Read extends Reading, F extends AnyFail> = Readonly<{
  name: string;
  violation: (read: Read) => F | false | undefined;
  /** A single violation passes, because it has an innocent explanation. */
  passesOnce?: true;
}>;

type Harmless<Read extends Reading> = Readonly<{
  name: string;
  shows: (read: Read) => boolean;
}>;

/** The first class of the table that a reading belongs to decides. */
export type ReadingClass<Read extends Reading, F extends AnyFail = AnyFail> =
  | Violation<Read, F>
  | (Harmless<Read> & { readonly why: Sentence })
  /** Why a violation that occurred before is none. */
  | (Harmless<Read> & { readonly explanation: Sentence });

export type StoreStep<Read extends Reading> = Readonly<{
  step: string;
  /** How its update differs from one that is accepted. */
  label?: string;
  /**
   * Sends the updates. Resolves to a function that reads their result, or to undefined if there is
   * nothing to judge. Throws `Inconclusive` if an update is not accepted.
   */
  send: (step: string) => Promise<((step: string) => Promise<Read>) | undefined>;
  /** The steps after a violation of that class, until it recurs. Default: the same, four times. */
  again?: (found: Read, name: string) => readonly StoreStep<Read>[] | undefined;
  /** The first reading decides, because the defect shows only briefly. */
  isBrief?: true;
}>;

type StoreTrial<Read extends Reading, F extends AnyFail> = Readonly<{
  classes: readonly ReadingClass<Read, F>[];
  steps: readonly StoreStep<Read>[];
  /** Forgets what is stored, before updates that are only compared with a violation. */
  afresh?: () => void;
  /** Sent if all steps could be judged. A target need not accept these updates. */
  further?: readonly StoreStep<Read>[];
}>;

/** In milliseconds from the response, so that a replay waits for nothing. */
const pausesBetweenReadings = [100, 400, 1_000, 2_500] as const;

/** Replicas may differ, and one may lag. */
const readingsMore = 16;

/** A defect may show with every third update. */
const repetitions = 4;

/** Resolves to the first violation that lasts and recurs, or else to all judgements. */
export async function storeTrial<Read extends Reading, F extends AnyFail>(
  ask: Ask,
  trial: StoreTrial<Read, F>,
): Promise<readonly (NoViolation | F)[]> {
  const judgements: (NoViolation | F)[] = [];
  const passing: string[] = [];
  for (const [nth, step] of trial.steps.entries()) {
    const judgement = await judgeStep(ask, trial.classes, step).catch(orInconclusive);
    const { label: changed } = step;
    if (judgement?.kind === 'fail') {
      const violating = await alsoViolating(trial, trial.steps.slice(nth + 1));
      return [
        changed === undefined
          ? judgement
          : { ...judgement, contrast: { changed, violating, passing } },
      ];
    }
    if (judgement) judgements.push(judgement);
    if (judgement?.kind === 'pass' && changed !== undefined) passing.push(changed);
  }
  if (judgements.some(({ kind }) => kind === 'inconclusive')) return judgements;
  for (const step of trial.further ?? []) {
    const judgement = await judgeStep(ask, trial.classes, step).catch(orNothing);
    if (judgement?.kind === 'fail') return [judgement];
    if (judgement && judgement.kind !== 'pass') judgements.push(judgement);
  }
  return judgements;
}

async function alsoViolating<Read extends Reading>(
  { classes, afresh }: StoreTrial<Read, AnyFail>,
  steps: readonly StoreStep<Read>[],
) {
  const violating: string[] = [];
  for (const { step, label, send } of steps) {
    if (label === undefined) continue;
    afresh?.();
    const readOnce = await send(`${step}-compared`).catch(orNothing);
    const read = await readOnce?.(`${step}-compared-read`).catch(orNothing);
    if (read && classify(classes, read).judgement.kind === 'fail') violating.push(label);
  }
  return violating;
}

export function classify<Read extends Reading, F extends AnyFail>(
  classes: readonly ReadingClass<Read, F>[],
  read: Read,
): Readonly<{ judgement: NoViolation | F; found?: ReadingClass<Read, F> }> {
  const { exchange, update } = read;
  for (const found of classes) {
    if ('violation' in found) {
      const violation = found.violation(read);
      const sight = { exchange, ...(update && { recipe: following(update) }) };
      if (violation) return { found, judgement: { ...violation, ...sight } };
    } else if (found.shows(read)) {
      const judgement =
        'why' in found
          ? inconclusive(say`${found.why}: ${summary(exchange)}`)
          : pass(found.explanation);
      return { found, judgement };
    }
  }
  return { judgement: pass() };
}

export async function readUntil<Read extends Reading>(
  ask: Ask,
  step: string,
  read: (step: string) => Promise<Read>,
  isThere: (read: Read) => boolean,
) {
  let last = await read(step);
  for (const [nth, pause] of pausesBetweenReadings.entries()) {
    if (isThere(last)) return last;
    await ask.until(last.exchange.endedAt + pause);
    last = await read(`${step}-later-${nth + 1}`);
  }
  return last;
}

async function judgeStep<Read extends Reading, F extends AnyFail>(
  ask: Ask,
  classes: readonly ReadingClass<Read, F>[],
  step: StoreStep<Read>,
) {
  const first = await observe(ask, classes, step, step.step);
  if (first?.judgement.kind !== 'fail' || !first.lasting) return first?.judgement;
  const { read, lasting, judgement } = first;
  const again = step.again?.(read, lasting.name) ?? Array.from({ length: repetitions }, () => step);
  for (const [nth, other] of again.entries()) {
    const repeated = await observe(ask, classes, other, `${step.step}-again-${nth + 1}`).catch(
      orNothing,
    );
    const recurs = lasting.passesOnce ? repeated?.lasting === lasting : repeated?.lasting;
    if (repeated && (recurs || repeated.isExplained)) return repeated.judgement;
  }
  return lasting.passesOnce
    ? pass()
    : inconclusive(say`occurred once, and not when repeated: ${judgement.cause}`);
}

type Observed<Read extends Reading, F extends AnyFail> = Readonly<{
  read: Read;
  judgement: NoViolation | F;
  lasting?: Violation<Read, F>;
  isExplained?: boolean;
}>;

async function observe<Read extends Reading, F extends AnyFail>(
  ask: Ask,
  classes: readonly ReadingClass<Read, F>[],
  { send, isBrief }: StoreStep<Read>,
  step: string,
): Promise<Observed<Read, F> | undefined> {
  const readOnce = await send(step);
  if (!readOnce) return undefined;
  const isGood = (one: Read) => isBrief || classify(classes, one).judgement.kind === 'pass';
  const read = await readUntil(ask, `${step}-read`, readOnce, isGood);
  const { judgement, found } = classify(classes, read);
  if (judgement.kind === 'inconclusive') throw new Inconclusive(judgement.why);
  if (!found || !('violation' in found))
    return { read, judgement, isExplained: found !== undefined };
  if (!isBrief) {
    await ask.until(read.exchange.endedAt + usualLag);
    for (let nth = 1; nth <= readingsMore; nth++) {
      const more = await readOnce(`${step}-read-more-${nth}`);
      // If another class follows, the violation does not last: for example, a replica lags.
      if (classify(classes, more).found !== found) return { read, judgement: pass() };
    }
  }
  return { read, judgement, lasting: found };
}
