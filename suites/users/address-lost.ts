import { type Ask, type Bound, briefly, fail, type Judgement } from '../../engine/index.ts';
import { normalised, readBack, readBackUntil, type Stored, shortest, showsEachTime } from '../address-read-back.ts';
import { firstAddress, isPromised, secondAddress, takenBy, update } from '../address-update.ts';
import { comparable, shows } from './address-compared.ts';

/** Members that every address has. */
const required = ['line1', 'city', 'postalCode'].map(normalised);

/**
 * Updates the address, and looks for a sent member that is missing from the read-back. At least two other members must
 * be there under their names. The second user's address must contain the member, which shows that this implementation
 * returns it.
 */
export async function askLost(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const address = firstAddress(bound);
  const compared = comparable(secondAddress(bound), address);
  const wordsIn = new Map(Object.entries(address).map(([member, value]) => [normalised(member), wordsOf(value)]));
  const own = compared.map(({ name, fresh }) => ({ name, value: fresh, words: wordsIn.get(name) ?? [] }));
  const sent = await ask('lost', update(bound, address));
  if (takenBy(sent) !== 'accepted' || isPromised(sent)) return undefined;
  const isWhole = (one: Stored) => shows(one, compared, 'fresh') && lostIn(one, own).length === 0;
  const stored = await readBackUntil(bound, ask, 'lost-read', isWhole);
  const lost = lostIn(stored, own);
  if (lost.length === 0) return undefined;
  const other = await readBack(bound, ask, 'lost-other-read', 'second');
  const [member] = lost.filter((name) => (other.named.get(name) ?? '').length >= shortest);
  if (member === undefined) return undefined;
  const isLasting = await showsEachTime(bound, ask, 'lost-read', 'first', stored, (one) =>
    lostIn(one, own).includes(member),
  );
  if (!isLasting) return undefined;
  const expected = `everything that was sent, including ${member}, which the second user's read-back contains`;
  return fail('a member of the address is lost', expected, briefly(stored.exchange), stored.exchange);
}

/** A member that was sent, normalised. */
interface Sent {
  readonly name: string;
  readonly value: string;
  /** An implementation may take a line apart, and spell a part otherwise. */
  readonly words: readonly string[];
}

const wordsOf = (value: unknown) =>
  String(value)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(normalised)
    .filter((word) => word.length >= shortest);

/** Names of members that were sent and are read back nowhere, where two others or more are, under their names. */
function lostIn(stored: Stored, sent: readonly Sent[]): readonly string[] {
  if (sent.filter(({ name, value }) => stored.named.get(name) === value).length < 2) return [];
  const isSeen = (word: string) => stored.texts.some((text) => text.includes(word));
  const isLost = ({ name, words }: Sent) =>
    required.includes(name) && words.length > 0 && !stored.named.get(name) && !words.some(isSeen);
  return sent.filter(isLost).map(({ name }) => name);
}
