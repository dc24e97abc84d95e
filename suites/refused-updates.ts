import {
  type Ask,
  type Bound,
  briefly,
  held,
  isAnswered,
  type Judgement,
  type Proof,
  type Request,
  unanswered,
  violated,
} from '../engine/index.ts';
import {
  type Marks,
  marksOf,
  readBackUntil,
  type Stored,
  shortPauses,
  shown,
  showsEachTime,
} from './address-read-back.ts';
import { firstAddress, secondAddress, settle, takenBy } from './address-update.ts';

/** An update to the second address that has to be refused. */
export interface RefusedUpdate {
  readonly label: string;
  readonly request: Request;
  readonly proof?: Proof;
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
 * Stores the first address, sends updates to the second one that have to be refused, and reads back after each. That one
 * is accepted is for another row to say.
 */
export async function judgeRefusedUpdates(
  bound: Bound,
  ask: Ask,
  updates: readonly RefusedUpdate[],
  cause: string,
): Promise<readonly Judgement[]> {
  const marks = marksOf(firstAddress(bound), secondAddress(bound));
  const trying = { bound, ask, updates, marks, cause };
  const before = await settled(bound, ask, 'settled', marks);
  if (typeof before === 'string') return [unanswered(before)];
  const judgements: Judgement[] = [];
  for (const [nth, update] of updates.entries()) {
    const tried = await tryOne(bound, ask, `refused-${nth}`, update, before, marks);
    if (tried === undefined) continue;
    if (tried === 'accepted' || tried.kind === 'changed') {
      // What the one before stored a moment later shows only now.
      if (tried !== 'accepted') judgements.push(await reproduced(trying, `again-${nth}`, [nth, nth - 1]));
      const why = await settle(bound, ask, `settled-after-${nth}`, firstAddress(bound));
      if (why !== undefined) return [...judgements, unanswered(why)];
      continue;
    }
    judgements.push(tried.kind === 'unchanged' ? held() : unanswered(tried.why));
  }
  judgements.push(...(await judgeAfterwards(trying, before)));
  // What stayed unclear beside it does not qualify what was shown twice.
  const found = judgements.filter(({ kind }) => kind === 'violated');
  if (found.length > 0) return found;
  return judgements.length > 0 ? judgements : [unanswered('none of the updates was refused')];
}

/** What was refused may be stored a moment later, when all have been sent. */
async function judgeAfterwards(trying: Trying, before: Stored): Promise<readonly Judgement[]> {
  const { bound, ask, updates, marks } = trying;
  const isOther = changedSince(before, marks);
  const late = await readBackUntil(bound, ask, 'afterwards', isOther, shortPauses);
  if (typeof late === 'string' || !isOther(late)) return [];
  const isLasting = await showsEachTime(bound, ask, 'afterwards', 'first', late, isOther);
  const places = updates.map((_, at) => at).reverse();
  return isLasting === true ? [await reproduced(trying, 'again-afterwards', places)] : [];
}

/** Tries the updates at those places again, and waits for what each of them stores. */
async function reproduced(trying: Trying, step: string, places: readonly number[]): Promise<Judgement> {
  for (const nth of places) {
    const update = trying.updates[nth];
    const again = update && (await tryAgain(trying, `${step}-${nth}`, update));
    if (update && again?.kind === 'changed') return accusation(trying.cause, update, again);
  }
  return unanswered('the stored address changed once, and not when tried again');
}

/** Stores the second address and then the first, so that one that is taken back shows, and waits until it is seen. */
async function settled(bound: Bound, ask: Ask, step: string, marks: Marks): Promise<Stored | string> {
  if (marks.first.length === 0 || marks.second.length === 0) {
    return 'the two addresses do not tell apart what is stored; give two that differ in profile.addresses';
  }
  const why =
    (await settle(bound, ask, `${step}-before`, secondAddress(bound))) ??
    (await settle(bound, ask, step, firstAddress(bound)));
  if (why !== undefined) return why;
  const stored = await readBackUntil(bound, ask, `${step}-read`, (one) => shown(one, marks.first).length > 0);
  if (typeof stored === 'string' || shown(stored, marks.first).length > 0) return stored;
  return 'the read-back does not show the address that was sent: address/overwrites';
}

type Tried =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly after: Stored; readonly refusal: string }
  | { readonly kind: 'unclear'; readonly why: string };

/** Nothing for a request that could not be sent in a form that has to be refused. */
async function tryOne(
  bound: Bound,
  ask: Ask,
  step: string,
  { request, proof }: RefusedUpdate,
  before: Stored,
  marks: Marks,
  isAwaited = false,
): Promise<Tried | 'accepted' | undefined> {
  const exchange = await ask(step, request, proof);
  if (!isAnswered(exchange) && exchange.answer.lost === 'withheld') return undefined;
  const taken = takenBy(exchange);
  if (taken === 'accepted') return taken;
  if (taken === 'unclear') return { kind: 'unclear', why: briefly(exchange) };
  // A replica that lags shows a former update for a while: only what stays is a change.
  const isOther = changedSince(before, marks);
  const isEnough = (one: Stored) => isOther(one) === isAwaited;
  const after = await readBackUntil(bound, ask, `${step}-read`, isEnough, shortPauses);
  if (typeof after === 'string') return { kind: 'unclear', why: after };
  if (!isOther(after)) return { kind: 'unchanged' };
  const isLasting = await showsEachTime(bound, ask, `${step}-read`, 'first', after, isOther);
  if (typeof isLasting === 'string') return { kind: 'unclear', why: isLasting };
  return isLasting ? { kind: 'changed', after, refusal: briefly(exchange) } : { kind: 'unchanged' };
}

/** Whether something of the second address is there, or something of the first one gone. */
function changedSince(before: Stored, marks: Marks): (after: Stored) => boolean {
  return (after) => {
    const more = shown(after, marks.second).length > shown(before, marks.second).length;
    return more || shown(after, marks.first).length < shown(before, marks.first).length;
  };
}

async function tryAgain(
  { bound, ask, marks }: Trying,
  step: string,
  update: RefusedUpdate,
): Promise<Tried | undefined> {
  const before = await settled(bound, ask, `${step}-settled`, marks);
  if (typeof before === 'string') return { kind: 'unclear', why: before };
  // What is stored late of the updates before would look like an effect of the one that is refused.
  const isOther = changedSince(before, marks);
  const waited = await readBackUntil(bound, ask, `${step}-steady`, isOther, shortPauses);
  if (typeof waited === 'string') return { kind: 'unclear', why: waited };
  if (isOther(waited)) return { kind: 'unclear', why: 'the stored address changes without a further update' };
  const tried = await tryOne(bound, ask, step, update, before, marks, true);
  return tried === 'accepted' ? { kind: 'unclear', why: 'accepted when tried again' } : tried;
}

function accusation(
  cause: string,
  { label }: RefusedUpdate,
  { after, refusal }: Tried & { kind: 'changed' },
): Judgement {
  const actual = `${label}: ${refusal}; then the read-back: ${briefly(after.exchange)}`;
  return violated(cause, 'the stored address as it was before', actual, after.exchange);
}
