import {
  type Ask,
  type Bound,
  type Case,
  Inconclusive,
  isAnswered,
  type Judgement,
  type Marks,
  marksIn,
  marksOf,
  type Request,
  type Stored,
  type StoreStep,
  say,
  storeTrial,
  summary,
  takenBy,
  usualLag,
} from '../engine/index.ts';
import { type Refusal, refusalClasses, type refusedUpdateCauses } from './address-classes.ts';
import {
  type Address,
  firstAddress,
  notReadBack,
  putAddress,
  readBack,
  readBackUntil,
  sameAddresses,
  secondAddress,
} from './address-update.ts';

/** Sends the second address. */
export interface RefusedUpdate extends Case {
  /** The same mistake with another address. */
  readonly of?: (address: Address) => Request;
}

interface Trial {
  readonly bound: Bound;
  readonly ask: Ask;
  readonly marks: Marks;
  /** The first address as read back. Undefined if it has to be stored again. */
  start: Stored | undefined;
  endedAt: number;
}

type Sent = Awaited<ReturnType<StoreStep<Refusal>['send']>>;

/** Reads the address after each update. Other requirements judge an update that is accepted. */
export async function judgeRefusedUpdates(
  bound: Bound,
  ask: Ask,
  updates: readonly RefusedUpdate[],
): Promise<readonly Judgement<typeof refusedUpdateCauses>[]> {
  const marks = marksOf(firstAddress(bound), secondAddress(bound));
  const trial: Trial = { bound, ask, marks, start: undefined, endedAt: 0 };
  const refused = updates.map(
    (update, nth): StoreStep<Refusal> => ({
      step: `refused-${nth}`,
      label: update.label,
      send: async (step) => {
        trial.start ??= await settle(trial, `${step}-settled`);
        return refuse(trial, step, update, { before: trial.start });
      },
      // An earlier update may have been stored late, and show only now.
      again: (found) => repeated(trial, found, updates.slice(0, nth + 1)),
    }),
  );
  const afterwards: StoreStep<Refusal> = {
    step: 'afterwards',
    send: async () => {
      await ask.until(trial.endedAt + restMs);
      return trial.start && reading(trial, { before: trial.start });
    },
    again: (found) => repeated(trial, found, updates),
  };
  const brief = updates.filter(({ of }) => of).slice(0, 2);
  const judgements = await storeTrial(ask, {
    classes: refusalClasses,
    steps: refused,
    afresh: () => {
      trial.start = undefined;
    },
    further: [afterwards, ...brief.map((update, nth) => inNewWords(trial, `brief-${nth}`, update))],
  });
  if (judgements.length === 0) throw new Inconclusive(say`no update was refused`);
  return judgements;
}

/** Resolves to undefined if the update is accepted or was withheld. */
async function refuse(
  trial: Trial,
  step: string,
  { request, proof }: RefusedUpdate,
  more: Pick<Refusal, 'before'> & Partial<Refusal>,
): Promise<Sent> {
  const exchange = await trial.ask(step, request, proof);
  trial.endedAt = exchange.endedAt;
  if (!isAnswered(exchange) && exchange.answer.lost === 'withheld') return undefined;
  const taken = takenBy(exchange);
  if (taken === 'unclear') throw new Inconclusive(summary(exchange));
  if (taken === 'refused') return reading(trial, { ...more, update: exchange });
  trial.start = undefined;
  return undefined;
}

function reading({ bound, ask, marks }: Trial, more: Pick<Refusal, 'before'> & Partial<Refusal>) {
  return async (step: string) => {
    const after = await readBack(bound, ask, step);
    return { exchange: after.exchange, marks, after, ...more };
  };
}

/** Stores both addresses, so that a rolled-back update shows. */
async function settle({ bound, ask, marks }: Trial, step: string) {
  if (marks.first.length === 0 || marks.second.length === 0) {
    throw new Inconclusive(sameAddresses);
  }
  await putAddress(bound, ask, `${step}-before`, secondAddress(bound));
  await putAddress(bound, ask, step, firstAddress(bound));
  const isThere = (one: Stored) => marksIn(one, marks.first).length > 0;
  const start = await readBackUntil(bound, ask, `${step}-read`, isThere);
  if (isThere(start)) return start;
  throw new Inconclusive(notReadBack);
}

/** Milliseconds after which an update that has not shown is not expected to. */
const restMs = 1_000;

/**
 * Repeats the updates, the last one first, after a rest in which all that follows an accepted
 * update can happen, such as a rewrite by an address service.
 */
function repeated(
  trial: Trial,
  found: Refusal,
  updates: readonly RefusedUpdate[],
): readonly StoreStep<Refusal>[] {
  const { bound, ask, marks } = trial;
  const sinceMs = found.exchange.endedAt - found.before.exchange.endedAt;
  let atFirst = found.before;
  trial.start = undefined;
  const rest = async (step: string) => {
    atFirst = await settle(trial, `${step}-settled`);
    await ask.until(atFirst.exchange.endedAt + Math.max(sinceMs + usualLag, restMs));
    const rested = await readBack(bound, ask, `${step}-rested`);
    if (marksIn(rested, marks.second).length <= marksIn(atFirst, marks.second).length)
      return rested;
    throw new Inconclusive(say`the stored address changes without a further update`);
  };
  const send = async (step: string, update: RefusedUpdate): Promise<Sent> => {
    trial.start ??= await rest(step);
    const read = await refuse(trial, step, update, {
      before: trial.start,
      suspect: { after: found.after, atFirst },
    });
    await ask.until(trial.endedAt + restMs);
    return read;
  };
  return [...updates]
    .reverse()
    .map((update) => ({ step: 'repeated', send: (step) => send(step, update) }));
}

/**
 * A server may store a refused update and undo it. Words that were never stored before distinguish
 * it from a lagging replica, and the address is read back at once.
 */
function inNewWords(trial: Trial, step: string, update: RefusedUpdate): StoreStep<Refusal> {
  let times = 0;
  const send = async (name: string) => {
    const { start: before, bound } = trial;
    const words = unheardOf(bound.seed + times++);
    const request = update.of?.({ ...secondAddress(bound), line1: words, city: words });
    return before && request && refuse(trial, name, { ...update, request }, { before, words });
  };
  return { step, send, isBrief: true };
}

function unheardOf(nth: number) {
  const letters = [...(nth % 0x1_00_00_00).toString(16)].map(
    (digit) => 'bdfghklmnprstvwz'[Number.parseInt(digit, 16)],
  );
  return `Xq${letters.map((letter) => `${letter}u`).join('')}`;
}
