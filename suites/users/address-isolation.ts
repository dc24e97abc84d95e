import {
  type Ask,
  type Bound,
  briefly,
  fail,
  Inconclusive,
  inconclusive,
  type Judgement,
  orInconclusive,
  orNothing,
  pass,
} from '../../engine/index.ts';
import {
  marksOf,
  normalised,
  notReadBack,
  readBack,
  readBackUntil,
  type Stored,
  shown,
  showsEachTime,
} from '../address-read-back.ts';
import { type Address, firstAddress, inText, putAddress, secondAddress } from '../address-update.ts';
import { abroadOf } from './address-country.ts';
import { withoutHousehold } from './address-household.ts';
import { askVanished } from './address-vanished.ts';

/**
 * Updates the first user's address twice, and reads the second user's before and after each update. Then does the same
 * with an address abroad and with postal codes as strings, because earlier updates may already have overwritten the
 * second user's. Gives the second user an address if there is none. A violation must occur twice.
 */
export async function askIsolated(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const [first, second, abroad] = [firstAddress(bound), secondAddress(bound), abroadOf(bound)];
  const update = (step: string, meant: Address, other: Address) =>
    oneUpdate(bound, ask, step, meant, other).catch(orInconclusive);
  const judgements = [await update('1-second', second, first), await update('2-first', first, second)];
  const found = () => judgements.filter(({ kind }) => kind === 'fail');
  if (found().length === 1) {
    judgements.push(await update('3-second', second, first), await update('4-first', first, second));
    // Where every second update is the one that does it, it did the same again.
    if (found().length === 1) judgements.push(await update('5-first', first, second));
    if (found().length === 1) judgements.push(await update('6-second', second, first));
    await putAddress(bound, ask, '7-first', first).catch(orNothing);
  }
  if (found().length === 0 && abroad) {
    const moved = [await update('3-abroad', abroad, first), await update('4-home', first, abroad)];
    // An implementation need not take addresses abroad.
    judgements.push(...moved.filter(({ kind }) => kind === 'fail'));
  }
  if (found().length === 0 && typeof second['postalCode'] === 'number') {
    const [here, there] = [inText(first), inText(second)];
    // What another row updated so before may stand there already: then the first one shows nothing.
    for (const [step, meant, other] of [
      ['5-text', there, here],
      ['6-text-back', here, there],
      ['7-text', there, here],
    ] as const) {
      if (step === '7-text' && found().length !== 1) continue;
      const judgement = await update(step, meant, other);
      // Whether it is accepted so is for another row to judge.
      if (judgement.kind === 'fail') judgements.push(judgement);
    }
  }
  const vanished = found().length === 0 ? await askVanished(bound, ask).catch(orNothing) : undefined;
  if (vanished) return [vanished];
  const [one, again] = found();
  if (one === undefined) return judgements;
  if (again) return [one];
  // Who lives elsewhere from now on changes it once.
  if (one.kind === 'fail' && one.cause === changes) return [pass()];
  return [inconclusive("the second user's address changed once, and not again")];
}

const changes = "another user's address changes with each update";

async function oneUpdate(bound: Bound, ask: Ask, step: string, meant: Address, other: Address): Promise<Judgement> {
  const marks = marksOf(meant, other).first;
  if (marks.length === 0) {
    throw new Inconclusive('the two addresses do not differ; set profile.addresses to two that do');
  }
  const before = await readBack(bound, ask, `${step}-other-before`, 'second');
  const ownBefore = await readBack(bound, ask, `${step}-own-before`);
  await putAddress(bound, ask, `${step}-update`, meant);
  const own = await readBackUntil(bound, ask, `${step}-own`, (one) => shown(one, marks).length > 0);
  const after = await readBack(bound, ask, `${step}-other-after`, 'second');
  const alone = withoutHousehold({ before, after }, { before: ownBefore, after: own });
  const [was, is] = [alone(before), alone(after)];
  const eachTime = (shows: (stored: Stored) => boolean) =>
    showsEachTime(bound, ask, `${step}-other-after`, 'second', after, shows);
  const isForeign = (one: Stored) => shown(alone(one), marks).length > shown(was, marks).length;
  const isMoved = (one: Stored) => isChanged(was, alone(one)) && !isChanged(is, alone(one));
  const told = isForeign(after) ? isForeign : isMoved;
  if (told(after)) {
    if (!(await eachTime(told))) return pass("the second user's address varies between readings");
    const cause = told === isForeign ? "an update changes another user's address" : changes;
    const actual = `after an update for the first user: ${briefly(after.exchange)}`;
    return fail(cause, 'the address as before', actual, after.exchange);
  }
  if (shown(own, marks).length === 0) throw new Inconclusive(notReadBack);
  const isLess = (one: Stored) =>
    one.texts.length < before.texts.length &&
    before.texts.some((text) => text.length >= 3 && !one.texts.includes(text));
  if (!isLess(after) || !(await eachTime(isLess))) return pass();
  throw new Inconclusive("a part of the second user's address disappeared when the first user's was updated");
}

const members = ['line1', 'line2', 'city', 'postalCode', 'countryCode'].map(normalised);

/** Whether a member of an address has another value; one that is missing has none. */
function isChanged({ named: before }: Stored, { named: after }: Stored): boolean {
  return members.some((name) => {
    const [old, fresh] = [before.get(name) ?? '', after.get(name) ?? ''];
    return old !== '' && fresh !== '' && old !== fresh;
  });
}
