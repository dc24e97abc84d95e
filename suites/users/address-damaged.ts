import {
  type Ask,
  type Bound,
  briefly,
  fail,
  type Judgement,
  type Request,
  withBody,
  withUnique,
} from '../../engine/index.ts';
import { normalised, plainIn, readBackUntil, type Stored, shortPauses } from '../address-read-back.ts';
import {
  type Address,
  firstAddress,
  isPromised,
  putAddress,
  secondAddress,
  takenBy,
  update,
} from '../address-update.ts';
import { undecoded, withEscape } from '../written-json.ts';
import { comparable, isReplaced } from './address-compared.ts';

/** What has to be escaped somewhere, and a letter beyond ASCII. */
const line2 = "Tür 4 & O'Hara";

/**
 * What is left of it where it was decoded once too often, or encoded and never decoded. To fold letters, to drop signs or
 * to write question marks is a vendor's own affair: only what no address holds is listed.
 */
const damage = [
  /T(?:Ã.{1,3}|√º|├╝|\uFFFD+|&uuml;|&#0*252;|&#x0*fc;|&amp;uuml;|%C3%BC|%FC|\\+u00fc|\\+xfc|=C3=BC)r/i,
  /4[ +]?(?:&amp;|&#0*38;|&#x0*26;|%26|\\+u0026)/i,
  /O(?:&#0*39;|&#x0*27;|&apos;|&rsquo;|\\+'|\\+u0027|%27|'')Hara/i,
];

/**
 * Whether a string in the read-back is damaged in this way. `city` is the city in which a letter was sent as an escape.
 */
export function isDamaged(text: string, city: string): boolean {
  const remainder = undecoded(city)?.toLowerCase();
  return damage.some((one) => one.test(text)) || (remainder !== undefined && text.toLowerCase().includes(remainder));
}

/**
 * Stores an address with special characters and an escaped letter. Reports a violation if it is damaged in the
 * read-back twice. Judges nothing if the target refuses it.
 */
export async function askDamaged(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  if (!(await sendMarked(bound, ask, 'signs'))) return undefined;
  await putAddress(bound, ask, 'signs-between', firstAddress(bound));
  return sendMarked(bound, ask, 'signs-once-more');
}

async function sendMarked(bound: Bound, ask: Ask, step: string): Promise<Judgement | undefined> {
  const address = { ...secondAddress(bound), line2 };
  const city = String(secondAddress(bound)['city'] ?? '');
  const sent = await ask(step, marked(bound, address, city));
  if (takenBy(sent) !== 'accepted' || isPromised(sent)) return undefined;
  const compared = comparable(firstAddress(bound), address);
  const isThere = (one: Stored) => isReplaced(one, compared);
  const stored = await readBackUntil(bound, ask, `${step}-read`, isThere, shortPauses);
  const names = Object.keys(address).map(normalised);
  const found = [...plainIn(stored)].find(([name, text]) => names.includes(name) && isDamaged(text, city));
  if (!found) return undefined;
  const actual = `${found[0]} is ${found[1]}; ${briefly(stored.exchange)}`;
  return fail(
    'a member of the address is stored with wrong characters',
    `${line2}, as it was sent`,
    actual,
    stored.exchange,
  );
}

/** The update with the first letter of the city as an escape. */
function marked(bound: Bound, address: Address, city: string): Request {
  const request = update(bound, address);
  const text = withEscape({ address }, city);
  return text === undefined ? request : withBody(request, withUnique(text));
}
