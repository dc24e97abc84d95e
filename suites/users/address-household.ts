import { type Leaf, type Stored, storedAs } from '../../engine/index.ts';

/** Around an update of the first user's. */
type Change = Readonly<Record<'before' | 'after', Stored>>;

const isOfAddress = ({ name }: Leaf) => /^(?:line|street|zip|post)/.test(name);

const pathOf = ({ place, name }: Leaf) => `${place}/${name}`;

export function hasNoneOfItsOwn(other: Stored, own: Stored): boolean {
  const addresses = other.leaves.filter(isOfAddress);
  const isOfFirst = ({ name, text, place }: Leaf) => {
    const leaf = own.named.get(name);
    return leaf?.text === text && leaf.place !== place;
  };
  return other.leaves.length === 0 || (addresses.length > 0 && addresses.every(isOfFirst));
}

/**
 * Removes the first user's address from a reading of the second user's. Members of one household
 * may see each other's. It is the first user's if it changed with the update in the same place,
 * while another address stayed.
 */
export function withoutHousehold(other: Change, own: Change): (reading: Stored) => Stored {
  const before = new Map(other.before.leaves.map((leaf) => [pathOf(leaf), leaf.text]));
  const isSame = (leaf: Leaf) => before.get(pathOf(leaf)) === leaf.text;
  const isOwn = (leaf: Leaf) =>
    own.before.texts.includes(before.get(pathOf(leaf)) ?? '') &&
    own.after.texts.includes(leaf.text);
  const moved = other.after.leaves.filter((leaf) => !isSame(leaf) && isOwn(leaf));
  const places = new Set(moved.map(({ place }) => place));
  const hasStayed = other.after.leaves.some(
    (leaf) => leaf.text !== '' && isSame(leaf) && isOfAddress(leaf) && !places.has(leaf.place),
  );
  if (!hasStayed) return (reading) => reading;
  const isElsewhere = ({ place }: Leaf) => !places.has(place);
  return ({ exchange, leaves }) => storedAs(exchange, leaves.filter(isElsewhere));
}
