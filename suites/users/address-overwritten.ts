import {
  type Ask,
  type Bound,
  briefly,
  fail,
  Inconclusive,
  inconclusive,
  isAnswered,
  type Judgement,
  observed,
  orNothing,
  pass,
} from '../../engine/index.ts';
import { neighbouringAddress, sampleAddress } from '../../fixtures/samples/address.ts';
import { marksOf, readBack, readBackUntil, shown } from '../address-read-back.ts';
import {
  type Address,
  firstAddress,
  inText,
  isPromised,
  putAddress,
  secondAddress,
  takenBy,
  update,
} from '../address-update.ts';
import {
  type Compared,
  comparable,
  isLateByOne,
  isReplaced,
  isStuck,
  judgeFirst,
  judgeStored,
  shows,
} from './address-compared.ts';
import { askAbroad } from './address-country.ts';
import { askDamaged } from './address-damaged.ts';
import { staysElsewhere } from './address-elsewhere.ts';
import { askLost } from './address-lost.ts';

/**
 * Sends two updates, of which the second must be stored. Then sends one without line2, and observes what happens to
 * line2.
 */
export async function askOverwritten(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const compared = comparable(firstAddress(bound), secondAddress(bound));
  if (compared.length === 0) {
    throw new Inconclusive('no member differs between the two addresses; set profile.addresses to two that differ');
  }
  const judgement = await someUpdates(bound, ask, compared);
  if (judgement.kind !== 'pass') return [judgement];
  const line2 = await omitLine2(bound, ask).catch(orNothing);
  for (const judge of [askLost, andBack, nextDoor, inHaste, askDamaged, askAbroad]) {
    const found = await judge(bound, ask).catch(orNothing);
    if (found) return [found];
  }
  return line2 ? [judgement, line2] : [judgement];
}

/** Pairs of updates: so many in any case, and so many where one of them went wrong, which every third may do. */
const pairs = { least: 2, most: 6 } as const;

/** What went wrong with one update is a finding where it goes wrong with another. */
async function someUpdates(bound: Bound, ask: Ask, compared: readonly Compared[]): Promise<Judgement> {
  const wrong: Judgement[] = [];
  for (let nth = 1; nth <= (wrong.length === 0 ? pairs.least : pairs.most); nth++) {
    const judgement = await twoUpdates(bound, ask, `pair-${nth}`, compared);
    if (judgement.kind === 'inconclusive') return judgement;
    if (judgement.kind !== 'fail') continue;
    wrong.push(judgement);
    if (wrong.length > 1) return judgement;
  }
  return wrong.length === 0 ? pass() : inconclusive('the problem occurred once, and not on the second try');
}

/** One update right after the other, as a user corrects a slip: what writes behind may put them in another order. */
function inHaste(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  return wrongTwice('corrected', (step) => correctedAtOnce(bound, ask, step));
}

/** Milliseconds in which what is written behind an answer is written, also by a job that began with an earlier update. */
const afterthoughtMs = 1_000;

async function correctedAtOnce(bound: Bound, ask: Ask, step: string): Promise<Judgement> {
  const [slip, meant] = [secondAddress(bound), firstAddress(bound)];
  const compared = comparable(slip, meant);
  await putAddress(bound, ask, `${step}-before`, slip);
  const before = await readBackUntil(bound, ask, `${step}-before-read`, (one) => shows(one, compared, 'old'));
  await ask.until(before.exchange.endedAt + afterthoughtMs);
  const sent = [await ask(`${step}-slip`, update(bound, slip)), await ask(step, update(bound, meant))];
  if (sent.some((one) => takenBy(one) !== 'accepted' || isPromised(one))) {
    throw new Inconclusive('one of two updates in a row is not accepted');
  }
  await ask.until(Math.max(...sent.map(({ endedAt }) => endedAt)) + afterthoughtMs);
  const stored = await readBackUntil(bound, ask, `${step}-read`, (one) => isReplaced(one, compared));
  return confirmed(bound, ask, step, meant, judgeStored(before, stored, compared, false));
}

/** The other way round, from texts alone: a value of another type may be stored elsewhere, and what was there left. */
async function andBack(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const second = secondAddress(bound);
  if (typeof second['postalCode'] !== 'number') return undefined;
  const pair = { first: inText(second), second: firstAddress(bound) };
  const compared = comparable(pair.first, pair.second);
  return wrongTwice('back', (step) => twoUpdates(bound, ask, step, compared, pair));
}

/** To an address that differs in its lines alone: what is looked up may be kept by postal code, city or country. */
async function nextDoor(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  // Whether an operator's address has others next to it nobody knows.
  if (bound.profile.addresses) return undefined;
  const pair = { first: sampleAddress, second: neighbouringAddress };
  const compared = comparable(pair.first, pair.second);
  return wrongTwice('next-door', (step) => twoUpdates(bound, ask, step, compared, pair));
}

/** What goes wrong when it is tried again as well; undefined where nothing does. */
async function wrongTwice(step: string, judge: (step: string) => Promise<Judgement>): Promise<Judgement | undefined> {
  const once = await judge(step);
  if (once.kind !== 'fail') return undefined;
  const again = await judge(`${step}-once-more`).catch(orNothing);
  return again?.kind === 'fail' ? again : inconclusive('the problem occurred once, and not on the second try');
}

async function twoUpdates(
  bound: Bound,
  ask: Ask,
  step: string,
  compared: readonly Compared[],
  pair = { first: firstAddress(bound), second: secondAddress(bound) },
): Promise<Judgement> {
  await putAddress(bound, ask, `${step}-first`, pair.first);
  const first = await readBackUntil(bound, ask, `${step}-first-read`, (one) => shows(one, compared, 'old'));
  const second = await ask(`${step}-second`, update(bound, pair.second));
  if (takenBy(second) !== 'accepted') {
    throw new Inconclusive(
      `the second update is not accepted: ${briefly(second)}; set a second address in profile.addresses`,
    );
  }
  const stored = await readBackUntil(bound, ask, `${step}-second-read`, (one) => isReplaced(one, compared));
  if (isLateByOne(first, stored, compared)) {
    const expected = 'each update stored when its response arrives';
    return fail('an update is only stored with the next one', expected, briefly(stored.exchange), stored.exchange);
  }
  const judgement = await confirmed(
    bound,
    ask,
    step,
    pair.second,
    judgeStored(first, stored, compared, isPromised(second)),
  );
  return judgement.kind === 'pass' && !isPromised(second) ? judgeFirst(first, stored, compared) : judgement;
}

/** A member that is never updated keeps its value elsewhere, too: two addresses may be in one town, or one street. */
async function confirmed(
  bound: Bound,
  ask: Ask,
  step: string,
  from: Address,
  judgement: Judgement,
): Promise<Judgement> {
  if (!isStuck(judgement)) return judgement;
  return (await staysElsewhere(bound, ask, `${step}-elsewhere`, from)) ? judgement : pass();
}

async function omitLine2(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const { line2, ...rest } = firstAddress(bound);
  const marks = marksOf({ line2: secondAddress(bound)['line2'] }, { line2 });
  const [mark] = marks.first;
  if (mark === undefined) return undefined;
  const exchange = await ask('without-line2', update(bound, rest));
  if (!isAnswered(exchange)) return undefined;
  if (takenBy(exchange) !== 'accepted') return observed(`an address without line2: ${exchange.answer.status}`);
  const stored = await readBack(bound, ask, 'without-line2-read');
  return observed(shown(stored, [mark]).length > 0 ? 'an omitted line2 survives' : 'an omitted line2 is cleared');
}
