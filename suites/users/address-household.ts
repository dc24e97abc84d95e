import { type Leaf, type Stored, storedAs } from '../address-read-back.ts';

/** A user's address before and after an update of another user's. */
interface Change {
  readonly before: Stored;
  readonly after: Stored;
}

/**
 * Returns a function that removes the first user's address from a reading of the second user's. Members of one
 * household may see each other's addresses. An address counts as the first user's if it changed with the update in the
 * same place while another address stayed. It also counts if all addresses are in lists whose elements name their
 * person.
 */
export function withoutHousehold(other: Change, own: Change): (reading: Stored) => Stored {
  const foreign = foreignPaths(other, own);
  if (foreign.size === 0) return (reading) => reading;
  return ({ exchange, leaves }) =>
    storedAs(
      exchange,
      leaves.filter((leaf) => !foreign.has(pathOf(leaf))),
    );
}

const pathOf = ({ place, name }: Leaf) => `${place}/${name}`;

/** What an address has, and hardly anything else. */
const isOfAddress = ({ name }: Leaf) => /^(?:line|street|zip|post)/.test(name);

/** Who somebody is, among the members of an element. */
const isPerson = ({ name }: Leaf) => /^(?:user|userid|fullname|firstname|owner|person|member|relation)$/.test(name);

/** What people have, and addresses as well: a person's where the address stands below it. */
const isPersonOrAddress = ({ name }: Leaf) => /^(?:id|name)$/.test(name);

/** The element of a list that a place is in. */
const elementOf = (place: string) => /^.*\/\d+(?=\/|$)/.exec(place)?.[0];

/**
 * Whether those places are in elements that say whose they are, and no address stands outside of such elements. Who the
 * first user's own reading names is not somebody else.
 */
function isOfOthersAlone(leaves: readonly Leaf[], places: ReadonlySet<string>, own: readonly Leaf[]): boolean {
  const isNamed = (one: Leaf) => own.some(({ name, text }) => name === one.name && text === one.text);
  const others = leaves.filter((leaf) => !isNamed(leaf));
  const isOfPerson = (place: string) =>
    elementOf(place) !== undefined &&
    others.some((leaf) => {
      if (elementOf(leaf.place) !== elementOf(place)) return false;
      return isPerson(leaf) || (isPersonOrAddress(leaf) && place.startsWith(`${leaf.place}/`));
    });
  return places.size > 0 && leaves.every((leaf) => !isOfAddress(leaf) || isOfPerson(leaf.place));
}

function foreignPaths(other: Change, own: Change): ReadonlySet<string> {
  const before = new Map(other.before.leaves.map((leaf) => [pathOf(leaf), leaf.text]));
  const was = (leaf: Leaf) => before.get(pathOf(leaf));
  const moved = other.after.leaves.filter((leaf) => was(leaf) !== leaf.text);
  const isOwn = (leaf: Leaf) => own.before.texts.includes(was(leaf) ?? '') && own.after.texts.includes(leaf.text);
  const places = new Set(moved.filter(isOwn).map(({ place }) => place));
  const stayed = other.after.leaves.some(
    (leaf) => leaf.text !== '' && was(leaf) === leaf.text && isOfAddress(leaf) && !places.has(leaf.place),
  );
  const isSpared = stayed || isOfOthersAlone(other.after.leaves, places, own.after.leaves);
  return new Set(isSpared ? other.after.leaves.filter(({ place }) => places.has(place)).map(pathOf) : []);
}
