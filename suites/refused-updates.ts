import {
  type Ask,
  type Bound,
  briefly,
  type Exchange,
  Inconclusive,
  inconclusive,
  isAnswered,
  type Judgement,
  type Marks,
  marksIn,
  marksOf,
  type Proof,
  type Request,
  type Stored,
  type StoreStep,
  storeTrial,
  takenBy,
  usualLag,
} from '../engine/index.ts';
import { type Refusal, refusalClasses } from './address-classes.ts';
import { notReadBack, readBack, readBackUntil } from './address-read-back.ts';
import { type Address, firstAddress, putAddress, secondAddress } from './address-update.ts';

/** An update to the second address that must be refused. */
export interface RefusedUpdate {
  readonly label: string;
  readonly request: Request;
  readonly proof?: Proof;
  /** The same to another address. */
  readonly of?: (address: Address) => Request;
}

/** What the steps of one trial share. */
interface Trial {
  readonly bound: Bound;
  readonly ask: Ask;
  readonly marks: Marks;
  readonly refused: Set<RefusedUpdate>;
  /** The first address, as it is read back. Undefined if it has to be stored again. */
  start: Stored | undefined;
  /** When the last response came. */
  endedAt: number;
}

/**
 * Stores the first address, sends updates to the second one that must be refused, and reads the address after each. If
 * an update is accepted, another requirement judges that.
 */
export async function judgeRefusedUpdates(
  bound: Bound,
  ask: Ask,
  updates: readonly RefusedUpdate[],
  cause: string,
): Promise<readonly Judgement[]> {
  const marks = marksOf(firstAddress(bound), secondAddress(bound));
  const trial: Trial = { bound, ask, marks, refused: new Set(), start: undefined, endedAt: 0 };
  const judgements = await storeTrial<Refusal>(ask, {
    classes: refusalClasses(cause),
    steps: updates.map((update, nth) => ({
      step: `refused-${nth}`,
      send: (step) => refuse(trial, step, update),
      // What the one before stored a moment later shows only now.
      again: (found) => repeated(trial, found, [update, ...updates.slice(Math.max(0, nth - 1), nth)]),
    })),
    further: [
      // What was refused may be stored a moment later, when all have been sent.
      {
        step: 'afterwards',
        send: async () => {
          await ask.until(trial.endedAt + restMs);
          return trial.start && readingAfter(trial, trial.start, '');
        },
        again: (found) => repeated(trial, found, [...updates].reverse()),
      },
      ...updates.flatMap(({ of }, nth) => (of ? [brief(trial, `brief-${nth}`, updates[nth], of)] : [])).slice(0, 2),
    ],
  });
  return judgements.length > 0 ? judgements : [inconclusive('no update was refused')];
}

type Sent = Awaited<ReturnType<StoreStep<Refusal>['send']>>;

async function refuse(trial: Trial, step: string, update: RefusedUpdate): Promise<Sent> {
  trial.start ??= await settle(trial, `${step}-settled`);
  const { start } = trial;
  const exchange = await refusalOf(trial, step, update);
  if (!exchange) return undefined;
  trial.refused.add(update);
  return readingAfter(trial, start, contextOf(update, exchange));
}

/** Sends an update. Resolves to the refusal, and to undefined if it is accepted or cannot be sent as it has to be. */
async function refusalOf(trial: Trial, step: string, { request, proof }: RefusedUpdate): Promise<Exchange | undefined> {
  const exchange = await trial.ask(step, request, proof);
  trial.endedAt = exchange.endedAt;
  if (!isAnswered(exchange) && exchange.answer.lost === 'withheld') return undefined;
  const taken = takenBy(exchange);
  if (taken === 'unclear') throw new Inconclusive(briefly(exchange));
  if (taken === 'refused') return exchange;
  trial.start = undefined;
  return undefined;
}

function readingAfter({ bound, ask, marks }: Trial, before: Stored, context: string, more: Partial<Refusal> = {}) {
  return async (step: string): Promise<Refusal> => {
    const after = await readBack(bound, ask, step);
    return { exchange: after.exchange, context, marks, before, after, ...more };
  };
}

const contextOf = ({ label }: RefusedUpdate, refusal: Exchange) =>
  `${label}: ${briefly(refusal)}; then the read-back: `;

/** Stores the second address and then the first, so that one that is taken back shows, and waits until it is seen. */
async function settle({ bound, ask, marks }: Trial, step: string): Promise<Stored> {
  if (marks.first.length === 0 || marks.second.length === 0) {
    throw new Inconclusive('the two addresses do not differ; set profile.addresses to two that do');
  }
  await putAddress(bound, ask, `${step}-before`, secondAddress(bound));
  await putAddress(bound, ask, step, firstAddress(bound));
  const isThere = (one: Stored) => marksIn(one, marks.first).length > 0;
  const start = await readBackUntil(bound, ask, `${step}-read`, isThere);
  if (isThere(start)) return start;
  throw new Inconclusive(notReadBack);
}

/** Milliseconds after which nothing more of an update is expected if nothing was seen of it so far. */
const restMs = 1_500;

/**
 * Repeats updates after a rest: all that follows an accepted update has to happen before, such as an address service
 * that rewrites it. The rest lasts as long as the change took to show, and as long as replicas lag.
 */
function repeated(trial: Trial, found: Refusal, updates: readonly RefusedUpdate[]): readonly StoreStep<Refusal>[] {
  const { bound, ask, marks } = trial;
  const sinceMs = found.exchange.endedAt - found.before.exchange.endedAt;
  let atFirst: Stored | undefined;
  trial.start = undefined;
  const rest = async (step: string) => {
    atFirst = await settle(trial, `${step}-settled`);
    await ask.until(atFirst.exchange.endedAt + Math.max(sinceMs + usualLag, restMs));
    const rested = await readBack(bound, ask, `${step}-rested`);
    if (marksIn(rested, marks.second).length > marksIn(atFirst, marks.second).length) {
      throw new Inconclusive('the stored address changes without a further update');
    }
    return rested;
  };
  const send = async (step: string, update: RefusedUpdate): Promise<Sent> => {
    trial.start ??= await rest(step);
    const { start } = trial;
    const exchange = await refusalOf(trial, step, update);
    if (!exchange || !atFirst) return undefined;
    await ask.until(exchange.endedAt + restMs);
    return readingAfter(trial, start, contextOf(update, exchange), { suspect: { after: found.after, atFirst } });
  };
  return updates.map((update) => ({ step: 'repeated', send: (step) => send(step, update) }));
}

/**
 * What was refused may be stored until that is undone. It is sent with words that nobody has stored before, so that no
 * replica that lags can show them, and read back at once.
 */
function brief(
  trial: Trial,
  step: string,
  update: RefusedUpdate | undefined,
  of: (address: Address) => Request,
): StoreStep<Refusal> {
  let times = 0;
  const send = async (name: string): Promise<Sent> => {
    if (!update || !trial.refused.has(update) || !trial.start) return undefined;
    const { start, bound } = trial;
    const words = unheardOf(bound.seed + times++);
    const request = of({ ...secondAddress(bound), line1: words, city: words });
    const exchange = await refusalOf(trial, name, { ...update, request });
    return exchange && readingAfter(trial, start, contextOf(update, exchange), { words });
  };
  return { step, send, isBrief: true };
}

/** Letters that make no word in any address. */
function unheardOf(nth: number): string {
  const letters = [...(nth % 0x1_00_00_00).toString(16)].map((digit) => 'bdfghklmnprstvwz'[Number.parseInt(digit, 16)]);
  return `Xq${letters.map((letter) => `${letter}u`).join('')}`;
}
