import {
  type Ask,
  type Bound,
  briefly,
  fail,
  Inconclusive,
  inconclusive,
  isAnswered,
  type Judgement,
  orInconclusive,
  orNothing,
  type Proof,
  pass,
  type Request,
} from '../engine/index.ts';
import {
  type Marks,
  marksOf,
  normalised,
  notReadBack,
  readBack,
  readBackUntil,
  type Stored,
  shortPauses,
  shown,
  showsEachTime,
} from './address-read-back.ts';
import { type Address, firstAddress, putAddress, secondAddress, takenBy } from './address-update.ts';
import { usualLag } from './lagging.ts';

/** An update to the second address that must be refused. */
export interface RefusedUpdate {
  readonly label: string;
  readonly request: Request;
  readonly proof?: Proof;
  /** The same to another address. */
  readonly of?: (address: Address) => Request;
}

/** What every step of it needs. */
interface Trying {
  readonly bound: Bound;
  readonly ask: Ask;
  readonly updates: readonly RefusedUpdate[];
  readonly marks: Marks;
  readonly cause: string;
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
  const trying = { bound, ask, updates, marks, cause };
  let start = await settled(trying, 'settled');
  const judgements: Judgement[] = [];
  const refused: RefusedUpdate[] = [];
  for (const [nth, update] of updates.entries()) {
    const tried = await tryOne(trying, `refused-${nth}`, update, start).catch(orInconclusive);
    if (tried === undefined) continue;
    if (tried !== 'accepted' && tried.kind !== 'changed') {
      if (tried.kind === 'unchanged') refused.push(update);
      judgements.push(tried.kind === 'unchanged' ? pass() : tried);
      continue;
    }
    // What the one before stored a moment later shows only now.
    const again = tried === 'accepted' ? undefined : await reproduced(trying, `again-${nth}`, [nth, nth - 1], tried);
    if (again) judgements.push(again.judgement);
    if (again?.start) {
      start = again.start;
      continue;
    }
    const anew = await stored(trying, `settled-after-${nth}`).catch(orInconclusive);
    if ('kind' in anew) return [...judgements, anew];
    start = anew;
  }
  const later = await judgeAfterwards(trying, start).catch(orNothing);
  if (later) judgements.push(later);
  if (judgements.every(({ kind }) => kind === 'pass')) judgements.push(...(await judgeFleeting(trying, refused)));
  // What stayed unclear beside it does not qualify what was shown twice.
  const found = judgements.filter(({ kind }) => kind === 'fail');
  if (found.length > 0) return found;
  return judgements.length > 0 ? judgements : [inconclusive('no update was refused')];
}

/** Updates that are tried for what is stored for a moment, at most. */
const mostFleeting = 2;

/**
 * What was refused may be stored until that is undone. It is sent with words that nobody has stored before, so that no
 * replica that lags can show them, and read back at once; twice, with other words, where they are seen.
 */
async function judgeFleeting(
  { bound, ask, cause }: Trying,
  refused: readonly RefusedUpdate[],
): Promise<readonly Judgement[]> {
  const tried = refused.flatMap(({ label, of }) => (of ? [{ label, of }] : [])).slice(0, mostFleeting);
  const judgements: Judgement[] = [];
  for (const [nth, { label, of }] of tried.entries()) {
    const seen = async (time: number): Promise<Judgement | undefined> => {
      const step = `fleeting-${nth}-${time}`;
      const words = unheardOf(bound.seed + nth * 2 + time);
      const exchange = await ask(step, of({ ...secondAddress(bound), line1: words, city: words }));
      if (takenBy(exchange) !== 'refused') return undefined;
      const after = await readBack(bound, ask, `${step}-read`);
      const isShown = shown(after, [normalised(words)]).length > 0;
      return isShown ? accusation(cause, label, after, briefly(exchange)) : undefined;
    };
    const found = (await seen(0).catch(orNothing)) && (await seen(1).catch(orNothing));
    if (found) judgements.push(found);
  }
  return judgements;
}

/** Letters that make no word in any address. */
function unheardOf(nth: number): string {
  const letters = [...(nth % 0x1_00_00_00).toString(16)].map((digit) => 'bdfghklmnprstvwz'[Number.parseInt(digit, 16)]);
  return `Xq${letters.map((letter) => `${letter}u`).join('')}`;
}

/** What was refused may be stored a moment later, when all have been sent. */
async function judgeAfterwards(trying: Trying, start: Start): Promise<Judgement | undefined> {
  const { bound, ask, updates, marks } = trying;
  const isOther = changedSince(start.before, marks);
  const late = await readBackUntil(bound, ask, 'afterwards', isOther, shortPauses);
  if (!isOther(late) || !(await showsEachTime(bound, ask, 'afterwards', 'first', late, isOther))) return undefined;
  const places = updates.map((_, at) => at).reverse();
  return (await reproduced(trying, 'again-afterwards', places, changed(start, late, ''))).judgement;
}

/** The first address, as it was read back when it had been stored. */
interface Start {
  readonly before: Stored;
  /** When it was seen to be stored, in milliseconds since the epoch. */
  readonly at: number;
}

/** What came of an accusation that was tried again, and the stored address where it changes without a refused update. */
interface Again {
  readonly judgement: Judgement;
  readonly start?: Start;
}

/**
 * Tries the updates at those places again, and waits for what each of them stores; unless the address becomes what was seen
 * without them, and does so twice.
 */
async function reproduced(
  trying: Trying,
  step: string,
  places: readonly number[],
  { after, sinceMs }: Changed,
): Promise<Again> {
  const explains = ({ before, isRewritten }: Calm) => isRewritten && !changedSince(before, trying.marks)(after);
  let calm: Calm | undefined;
  for (const nth of places) {
    const update = trying.updates[nth];
    if (!update) continue;
    calm ??= await calmed(trying, `${step}-${nth}`, sinceMs).catch(orNothing);
    if (!calm) continue;
    if (explains(calm)) {
      calm = await calmed(trying, `${step}-anew`, sinceMs).catch(orNothing);
      if (!calm || !explains(calm)) break;
      return { judgement: pass('the stored address changes some time after an accepted update'), start: calm };
    }
    const again = await tryOne(trying, `${step}-${nth}`, update, calm, true).catch(orNothing);
    if (again === 'accepted') calm = undefined;
    else if (again?.kind === 'changed')
      return { judgement: accusation(trying.cause, update.label, again.after, again.refusal) };
  }
  return { judgement: inconclusive('the stored address changed once, and not on the second try') };
}

/** The stored address when all that follows an accepted update has happened. */
type Calm = Start & {
  /** Whether it was another one at first. */
  readonly isRewritten: boolean;
};

/** Milliseconds after which nothing more of an update is expected where nothing was seen of it so far. */
const calmMs = 1_500;

/**
 * Stores the first address, and waits for as long as it took before until it was another one: what follows of an accepted
 * update, as an address service that puts it into a form of its own, would look like an effect of one that is refused.
 */
async function calmed(trying: Trying, step: string, sinceMs: number): Promise<Calm> {
  const { bound, ask, marks } = trying;
  const start = await settled(trying, `${step}-settled`);
  await ask.until(start.at + Math.max(sinceMs + usualLag, calmMs));
  const before = await readBack(bound, ask, `${step}-steady`);
  if (shown(before, marks.second).length > shown(start.before, marks.second).length) {
    throw new Inconclusive('the stored address changes without a further update');
  }
  return { before, at: start.at, isRewritten: changedSince(start.before, marks)(before) };
}

/** Stores the second address and then the first, so that one that is taken back shows, and waits until it is seen. */
async function settled(trying: Trying, step: string): Promise<Start> {
  const { bound, ask, marks } = trying;
  if (marks.first.length === 0 || marks.second.length === 0) {
    throw new Inconclusive('the two addresses do not differ; set profile.addresses to two that do');
  }
  await putAddress(bound, ask, `${step}-before`, secondAddress(bound));
  return stored(trying, step);
}

/** Stores the first address, and waits until it is seen. */
async function stored({ bound, ask, marks }: Trying, step: string): Promise<Start> {
  await putAddress(bound, ask, step, firstAddress(bound));
  const before = await readBackUntil(bound, ask, `${step}-read`, (one) => shown(one, marks.first).length > 0);
  if (shown(before, marks.first).length > 0) return { before, at: before.exchange.endedAt };
  throw new Inconclusive(notReadBack);
}

interface Changed {
  readonly kind: 'changed';
  readonly after: Stored;
  readonly refusal: string;
  /** Milliseconds between the readings before and after. */
  readonly sinceMs: number;
}

const changed = ({ at }: Start, after: Stored, refusal: string): Changed => {
  return { kind: 'changed', after, refusal, sinceMs: after.exchange.endedAt - at };
};

/** Nothing for a request that could not be sent in a form that has to be refused. */
async function tryOne(
  { bound, ask, marks }: Trying,
  step: string,
  { request, proof }: RefusedUpdate,
  start: Start,
  isAwaited = false,
): Promise<{ readonly kind: 'unchanged' } | Changed | 'accepted' | undefined> {
  const exchange = await ask(step, request, proof);
  if (!isAnswered(exchange) && exchange.answer.lost === 'withheld') return undefined;
  const taken = takenBy(exchange);
  if (taken === 'accepted') return taken;
  if (taken === 'unclear') throw new Inconclusive(briefly(exchange));
  // A replica that lags shows a former update for a while: only what stays is a change.
  const isOther = changedSince(start.before, marks);
  const isEnough = (one: Stored) => isOther(one) === isAwaited;
  const after = await readBackUntil(bound, ask, `${step}-read`, isEnough, shortPauses);
  const isLasting = isOther(after) && (await showsEachTime(bound, ask, `${step}-read`, 'first', after, isOther));
  return isLasting ? changed(start, after, briefly(exchange)) : { kind: 'unchanged' };
}

/** Whether something of the second address is there, or something of the first one gone. */
function changedSince(before: Stored, marks: Marks): (after: Stored) => boolean {
  return (after) => {
    const more = shown(after, marks.second).length > shown(before, marks.second).length;
    return more || shown(after, marks.first).length < shown(before, marks.first).length;
  };
}

function accusation(cause: string, label: string, after: Stored, refusal: string): Judgement {
  const actual = `${label}: ${refusal}; then the read-back: ${briefly(after.exchange)}`;
  return fail(cause, 'the stored address unchanged', actual, after.exchange);
}
