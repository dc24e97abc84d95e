import { type Ask, type Bound, briefly, fail, type Judgement, orNothing } from '../../engine/index.ts';
import { addressAbroad, sampleAddress } from '../../fixtures/samples/address.ts';
import { plainIn, readBackUntil, type Stored, showsEachTime } from '../address-read-back.ts';
import {
  type Address,
  firstAddress,
  inTypeOf,
  isPromised,
  putAddress,
  secondAddress,
  takenBy,
  update,
} from '../address-update.ts';
import { comparable, followingAmong, isReplaced, seenAmong, shows } from './address-compared.ts';

const country = 'countrycode';

/**
 * Returns an address in a neighbouring country, if both addresses are in the same country. Undefined if they are not,
 * or if no neighbour is known. The neighbour has the same language and currency, so responses that depend on the
 * country stay the same.
 */
export function abroadOf(bound: Bound): Address | undefined {
  const [home, other] = [firstAddress(bound), secondAddress(bound)];
  if (home['countryCode'] !== other['countryCode']) return undefined;
  const abroad = { DE: addressAbroad, AT: sampleAddress }[String(home['countryCode'])];
  return abroad && inTypeOf(home, abroad);
}

/**
 * Updates the address to another country and back. Reports a violation if the country stays the same while the rest
 * changes, and if that recurs. Judges nothing if the target refuses addresses abroad, or shows no country code.
 */
export async function askAbroad(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const abroad = abroadOf(bound);
  if (!abroad) return undefined;
  const move = (step: string) => moveAbroad(bound, ask, step, abroad).catch(orNothing);
  const found = (await move('abroad')) && (await move('abroad-once-more'));
  await ask('home-again', update(bound, firstAddress(bound)));
  return found;
}

async function moveAbroad(bound: Bound, ask: Ask, step: string, abroad: Address): Promise<Judgement | undefined> {
  const home = firstAddress(bound);
  const others = comparable(home, abroad).filter(({ name }) => name !== country);
  await putAddress(bound, ask, `${step}-before`, home);
  const before = await readBackUntil(bound, ask, `${step}-before-read`, (one) => shows(one, others, 'old'));
  const code = countryOf(before);
  if (code === undefined || code === abroad['countryCode']) return undefined;
  const sent = await ask(step, update(bound, abroad));
  if (takenBy(sent) !== 'accepted' || isPromised(sent)) return undefined;
  const isLeft = (one: Stored) => {
    const following = followingAmong(seenAmong(before, one, others));
    // Beside them: that of a tax residence is another one.
    const isBeside = following.some(({ place }) => place === one.places.get(country));
    return countryOf(one) === code && following.length > 1 && isBeside;
  };
  const hasMoved = (one: Stored) => isReplaced(one, others) && countryOf(one) !== code;
  const after = await readBackUntil(bound, ask, `${step}-read`, hasMoved);
  if (!isLeft(after)) return undefined;
  if (!(await showsEachTime(bound, ask, `${step}-read`, 'first', after, isLeft))) return undefined;
  const expected = `the country that was sent with the rest of the address, ${abroad['countryCode']}`;
  return fail('the country of the address is never updated', expected, briefly(after.exchange), after.exchange);
}

/** The country where its member shows two letters: other forms, and codes that stand for no country, tell nothing. */
function countryOf(stored: Stored): string | undefined {
  const code = plainIn(stored).get(country)?.toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && !/^(?:AA|NA|Q[M-Z]|X.|ZZ)$/.test(code) ? code : undefined;
}
