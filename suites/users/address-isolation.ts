import { type Ask, type Bound, briefly, held, type Judgement, unanswered, violated } from '../../engine/index.ts';
import { marksOf, readBack, readBackUntil, type Stored, shown, showsEachTime } from '../address-read-back.ts';
import { firstAddress, secondAddress, settle } from '../address-update.ts';

/** Updates the first user's address twice, and looks at the second user's before and after each. */
export async function askIsolated(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = [];
  const found: Judgement[] = [];
  for (const [nth, which] of (['second', 'first', 'second', 'first'] as const).entries()) {
    // A finding has to show twice; where the former two showed one, the latter two tell.
    if (nth === 2 && found.length !== 1) break;
    const judgement = await oneUpdate(bound, ask, `${nth + 1}-${which}`, which);
    (judgement.kind === 'violated' ? found : judgements).push(judgement);
  }
  if (found.length > 1) return found.slice(0, 1);
  return found.length === 1 ? [unanswered("the second user's address changed once, and not again")] : judgements;
}

async function oneUpdate(bound: Bound, ask: Ask, step: string, which: 'first' | 'second'): Promise<Judgement> {
  const addresses = { first: firstAddress(bound), second: secondAddress(bound) };
  const marks = marksOf(addresses.first, addresses.second)[which];
  if (marks.length === 0) return unanswered('the two addresses do not differ; give two that do in profile.addresses');
  const before = await readBack(bound, ask, `${step}-other-before`, 'second');
  const why = await settle(bound, ask, `${step}-update`, addresses[which]);
  if (why !== undefined) return unanswered(why);
  const own = await readBackUntil(bound, ask, `${step}-own`, (one) => shown(one, marks).length > 0);
  const after = await readBack(bound, ask, `${step}-other-after`, 'second');
  if (typeof before === 'string') return unanswered(before);
  if (typeof own === 'string') return unanswered(own);
  if (typeof after === 'string') return unanswered(after);
  const eachTime = (shows: (stored: Stored) => boolean) =>
    showsEachTime(bound, ask, `${step}-other-after`, 'second', after, shows);
  const isForeign = (one: Stored) => shown(one, marks).length > shown(before, marks).length;
  if (isForeign(after)) {
    const isLasting = await eachTime(isForeign);
    if (typeof isLasting === 'string') return unanswered(isLasting);
    if (!isLasting) return held('the second user’s address is shown in more ways than one');
    const actual = `after an update for the first user: ${briefly(after.exchange)}`;
    return violated("an update changes another user's address", 'the address as before', actual, after.exchange);
  }
  if (shown(own, marks).length === 0) {
    return unanswered('the read-back does not show the address that was sent: address/overwrites');
  }
  const isLess = (one: Stored) =>
    one.texts.length < before.texts.length &&
    before.texts.some((text) => text.length >= 3 && !one.texts.includes(text));
  if (!isLess(after)) return held();
  const isLasting = await eachTime(isLess);
  if (typeof isLasting === 'string') return unanswered(isLasting);
  return isLasting ? unanswered("a part of the second user's address went while the first user's was updated") : held();
}
