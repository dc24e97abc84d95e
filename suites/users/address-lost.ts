import { type Ask, type Bound, briefly, type Judgement, violated } from '../../engine/index.ts';
import { normalised, readBack, readBackUntil, type Stored, showsEachTime } from '../address-read-back.ts';
import { firstAddress, isPromised, secondAddress, takenBy, update } from '../address-update.ts';
import { comparable, shows } from './address-compared.ts';

/** Members that every address has. */
const required = ['line1', 'city', 'postalCode'].map(normalised);

/**
 * Updates to an address, and looks for a member that was sent and is nowhere in what is read back, while two others are
 * there under their names, and while the second user's address shows that this implementation tells of such members.
 */
export async function askLost(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const compared = comparable(secondAddress(bound), firstAddress(bound));
  const sent = await ask('lost', update(bound, firstAddress(bound)));
  if (takenBy(sent) !== 'accepted' || isPromised(sent)) return undefined;
  const stored = await readBackUntil(bound, ask, 'lost-read', (one) => shows(one, compared, 'fresh'));
  if (typeof stored === 'string') return undefined;
  const own = new Map(compared.map(({ name, fresh }) => [name, fresh]));
  const lost = lostIn(stored, own);
  if (lost.length === 0) return undefined;
  const other = await readBack(bound, ask, 'lost-other-read', 'second');
  if (typeof other === 'string') return undefined;
  const [member] = lost.filter((name) => (other.named.get(name) ?? '').length >= shortest);
  if (member === undefined) return undefined;
  const isLasting = await showsEachTime(bound, ask, 'lost-read', 'first', stored, (one) =>
    lostIn(one, own).includes(member),
  );
  if (isLasting !== true) return undefined;
  const expected = `all that was sent, also ${member}, which is read back for another user`;
  return violated('a member of the address is lost', expected, briefly(stored.exchange), stored.exchange);
}

const shortest = 3;

/** Names of members that were sent and are read back nowhere, where two others or more are, under their names. */
function lostIn(stored: Stored, sent: ReadonlyMap<string, string>): readonly string[] {
  const names = [...sent.keys()];
  if (names.filter((name) => (stored.named.get(name) ?? '') === sent.get(name)).length < 2) return [];
  const isSeen = (value: string) => stored.texts.some((text) => text.includes(value));
  return names.filter((name) => {
    const value = sent.get(name) ?? '';
    return required.includes(name) && value.length >= shortest && !stored.named.get(name) && !isSeen(value);
  });
}
