import {
  type Ask,
  type Bound,
  briefly,
  type Exchange,
  held,
  isAnswered,
  type Judgement,
  observed,
  unanswered,
  violated,
} from '../../engine/index.ts';
import { type Marks, marksOf, readBack, readBackUntil, type Stored, shown } from '../address-read-back.ts';
import { firstAddress, secondAddress, settle, takenBy, update } from '../address-update.ts';

/** Two updates, then a third without line2: the second has to be what is stored, what becomes of line2 is observed. */
export async function askOverwritten(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const marks = marksOf(firstAddress(bound), secondAddress(bound));
  if (marks.first.length === 0 || marks.second.length === 0) {
    return [unanswered('the two addresses do not differ in a longer text; give two that do in profile.addresses')];
  }
  const judgement = await twoUpdates(bound, ask, 'once', marks);
  if (judgement.kind !== 'violated') {
    return judgement.kind === 'held' ? [judgement, ...(await omitLine2(bound, ask))] : [judgement];
  }
  const again = await twoUpdates(bound, ask, 'once-more', marks);
  return [again.kind === 'violated' ? again : unanswered('seen once, and not when tried again')];
}

async function twoUpdates(bound: Bound, ask: Ask, step: string, marks: Marks): Promise<Judgement> {
  const why = await settle(bound, ask, `${step}-first`, firstAddress(bound));
  if (why !== undefined) return unanswered(why);
  const first = await readBackUntil(bound, ask, `${step}-first-read`, (one) => shown(one, marks.first).length > 0);
  const second = await ask(`${step}-second`, update(bound, secondAddress(bound)));
  if (takenBy(second) !== 'accepted') {
    return unanswered(
      `the second update is not accepted: ${briefly(second)}; give a second address in profile.addresses`,
    );
  }
  const isThere = (one: Stored) => shown(one, marks.second).length > 0 && shown(one, marks.first).length === 0;
  const stored = await readBackUntil(bound, ask, `${step}-second-read`, isThere);
  if (typeof first === 'string') return unanswered(first);
  if (typeof stored === 'string') return unanswered(stored);
  return judgeStored(first, stored, marks, isPromised(second));
}

/** 202: carried out later, if at all (RFC 9110 section 15.3.3). */
const isPromised = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 202;

/** What the read-backs after the first and after the second update say. */
export function judgeStored(first: Stored, stored: Stored, marks: Marks, promised: boolean): Judgement {
  const [old, fresh] = [shown(stored, marks.first), shown(stored, marks.second)];
  if (fresh.length > 0 && old.length === 0) return held();
  if (promised) return unanswered('the update was answered with 202, and is not carried out yet');
  const expected = 'the second of two updates, and nothing of the first';
  const actual = briefly(stored.exchange);
  if (old.length === marks.first.length && fresh.length === marks.second.length) {
    return unanswered(
      'the read-back shows both updates; let profile.addressReadBack.address point to the address alone',
    );
  }
  if (old.length > 0) {
    const cause = fresh.length > 0 ? 'parts of a former address survive an update' : 'an accepted update is not stored';
    return violated(cause, expected, actual, stored.exchange);
  }
  const wasShown = shown(first, marks.first).length > 0;
  const isSame = JSON.stringify(first.texts) === JSON.stringify(stored.texts);
  // Text that is masked tells nothing; a plain one that no update changes is the address of before.
  const isPlain = stored.texts.filter((text) => text.length >= 3 && !/x{3}/.test(text)).length >= 2;
  if (wasShown || (isSame && isPlain && !isMasked(stored))) {
    return violated('an accepted update is not stored', expected, actual, stored.exchange);
  }
  return unanswered(`the read-back shows nothing of what was sent: ${actual}`);
}

const isMasked = ({ exchange }: Stored) => /[*\u2022\u2026\u25cf]{2}/.test(exchange.answer.body.text ?? '');

async function omitLine2(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const { line2, ...rest } = firstAddress(bound);
  const marks = marksOf({ line2: secondAddress(bound)['line2'] }, { line2 });
  const [mark] = marks.first;
  if (mark === undefined) return [];
  const exchange = await ask('without-line2', update(bound, rest));
  if (!isAnswered(exchange)) return [];
  if (takenBy(exchange) !== 'accepted') return [observed(`an address without line2: ${exchange.answer.status}`)];
  const stored = await readBack(bound, ask, 'without-line2-read');
  if (typeof stored === 'string') return [];
  return [observed(shown(stored, [mark]).length > 0 ? 'an omitted line2 survives' : 'an omitted line2 is cleared')];
}
