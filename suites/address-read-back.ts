import {
  type Answered,
  type Ask,
  atPointer,
  type Bound,
  briefly,
  type Exchange,
  header,
  Inconclusive,
  isAnswered,
  isApiError,
  isSuccess,
  type Json,
  json,
  type Request,
  referenceToken,
  symbol,
  withHeader,
} from '../engine/index.ts';
import type { Address } from './address-update.ts';
import { usualLag } from './lagging.ts';

/**
 * A stored address, as a read-back shows it. Comparisons use only values that differ between two updates, in any member
 * and any notation. An implementation may store a postal code as a string, change case, rename or join members, drop
 * some and add others.
 */
export interface Stored {
  readonly exchange: Answered;
  /** The scalars of the stored address, normalised; none where no address is stored. */
  readonly texts: readonly string[];
  /** The same, each with its name and place. */
  readonly leaves: readonly Leaf[];
  /** Scalars by the normalised name of their member; of a name that stands more than once, the one nearest to the top. */
  readonly named: ReadonlyMap<string, string>;
  /** JSON Pointers, by the same names, to the objects that have these members. */
  readonly places: ReadonlyMap<string, string>;
}

/** A scalar of a stored address. */
export interface Leaf {
  /** JSON Pointer to the object that has it. */
  readonly place: string;
  /** The name of its member, normalised. */
  readonly name: string;
  /** What it says, normalised. */
  readonly text: string;
  /** The same as it was read. */
  readonly plain: string;
}

/** The values that distinguish two addresses, normalised. */
export interface Marks {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/**
 * Shorter values occur in other strings by chance, such as a country code in a longer one, or the rest of a masked
 * value.
 */
export const shortest = 3;

/** Reduces a value to its letters and digits, without case and accents. */
export function normalised(value: unknown): string {
  const plain = String(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the marks of two addresses. They are empty if the addresses differ only in shorter values. */
export function marksOf(first: Address, second: Address): Marks {
  const scalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  const texts = (address: Address) => Object.values(address).filter(scalar).map(normalised);
  const apart = (own: readonly string[], other: readonly string[]) =>
    own.filter((text) => text.length >= shortest && !other.some((one) => one.includes(text) || text.includes(one)));
  const long = (all: readonly string[]) => all.filter((text) => text.length >= shortest);
  const [mine, theirs] = [texts(first), texts(second)];
  return { first: apart(mine, long(theirs)), second: apart(theirs, long(mine)) };
}

/** Returns the marks that a stored address contains. */
export function shown({ texts }: Stored, marks: readonly string[]): readonly string[] {
  return marks.filter((mark) => texts.some((text) => text.includes(mark)));
}

/** Reads a stored address from this value of the response body. */
export function storedIn(exchange: Answered, value: Json): Stored {
  return storedAs(exchange, leavesOf(value));
}

/** Makes a stored address of these scalars. */
export function storedAs(exchange: Answered, leaves: readonly Leaf[]): Stored {
  const members = [...membersAmong(leaves)];
  return {
    exchange,
    leaves,
    texts: leaves.map(({ text }) => text),
    named: new Map(members.map(([name, { text }]) => [name, text])),
    places: new Map(members.map(([name, { place }]) => [name, place])),
  };
}

function leavesOf(value: Json, place = '', member?: string): readonly Leaf[] {
  if (typeof value === 'object' && value !== null) {
    const below = member === undefined ? place : `${place}/${referenceToken(member)}`;
    return Object.entries(value).flatMap(([name, one]) => leavesOf(one, below, name));
  }
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [{ place, name: normalised(member ?? ''), text: normalised(value), plain: String(value) }];
}

/** Where what was stored before is shown beside what is. */
const ofBefore = /\/(?:previous|prior|former|old|past|history|archived?|superseded|replaced|before)/i;

/** The scalars by the names of their members: the former address may stand below the one that replaced it. */
function membersAmong(leaves: readonly Leaf[]): ReadonlyMap<string, Leaf> {
  const nearest = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const all = nearest.get(leaf.name) ?? [];
    const nearer = all[0] ? depthOf(all[0]) - depthOf(leaf) : 1;
    if (nearer > 0) nearest.set(leaf.name, [leaf]);
    else if (nearer === 0) all.push(leaf);
  }
  nearest.delete('');
  return new Map(
    [...nearest].flatMap(([name, all]) => {
      const [one, ...others] = all.length > 1 ? all.filter(({ place }) => !ofBefore.test(place)) : all;
      return one && others.length === 0 ? [[name, one]] : [];
    }),
  );
}

const depthOf = ({ place }: Leaf) => place.split('/').length;

/** Returns the scalars of a stored address unchanged, by the normalised names of their members. */
export function plainIn({ leaves }: Stored): ReadonlyMap<string, string> {
  return new Map([...membersAmong(leaves)].map(([name, { plain }]) => [name, plain]));
}

/** Reads a user's stored address. Throws `Inconclusive` if that is not possible. */
export async function readBack(
  { profile, wellFormed }: Bound,
  ask: Ask,
  step: string,
  user: 'first' | 'second' = 'first',
): Promise<Stored> {
  const declared = profile.addressReadBack;
  if (!declared) throw new Inconclusive('the profile declares no read-back (profile.addressReadBack)');
  const plain = withHeader(wellFormed(declared.endpoint), 'x-user-id', symbol(`user:${user}`));
  const request = withHeader(plain, 'Cache-Control', 'no-cache');
  const exchange = await askFresh(ask, step, request);
  if (!isAnswered(exchange)) throw new Inconclusive(`the read-back failed: ${briefly(exchange)}`);
  if (isAged(exchange)) throw new Inconclusive('the read-back comes from a cache in spite of no-cache');
  const value = addressIn(exchange, declared.address);
  if (value !== undefined) return storedIn(exchange, value);
  const { status } = exchange.answer;
  // No address is stored yet.
  if (status === 204 || (status === 404 && isApiError(exchange))) return storedAs(exchange, []);
  const isOpen = isSuccess(exchange) && (exchange.answer.body.text === '' || 'value' in json(exchange));
  if (!isOpen) throw new Inconclusive(`the read-back failed: ${briefly(exchange)}`);
  // Nor is one where another user has it in that place: what is nothing may be left out.
  if (user === 'second') {
    const other = await ask(`${step}-of-first`, withHeader(request, 'x-user-id', symbol('user:first')));
    if (isAnswered(other) && addressIn(other, declared.address) !== undefined) return storedAs(exchange, []);
  }
  throw new Inconclusive(`the read-back has nothing at "${declared.address}"; check profile.addressReadBack.address`);
}

/** Milliseconds after which a cache that does not heed `no-cache` may have asked again. */
const whileCached = [1_000, 2_500] as const;

async function askFresh(ask: Ask, step: string, request: Request): Promise<Exchange> {
  let exchange = await ask(step, request);
  for (const [nth, pause] of whileCached.entries()) {
    if (!isAnswered(exchange) || !isAged(exchange)) return exchange;
    await ask.until(exchange.endedAt + pause);
    exchange = await ask(`${step}-fresh-${nth + 1}`, request);
  }
  return exchange;
}

/** RFC 9111 section 5.1: what is stored was not asked. */
const isAged = (answered: Answered) => Number(header(answered, 'Age') ?? 0) > 0;

function addressIn(answered: Answered, pointer: string): Json | undefined {
  const parsed = json(answered);
  return isSuccess(answered) && 'value' in parsed ? atPointer(parsed.value, pointer) : undefined;
}

/**
 * An update that was answered may take a moment to be seen: milliseconds between readings. They count from the answer, so
 * that what is judged again from evidence waits for nothing.
 */
const pauses = [100, 400, 1_000, 2_500] as const;
/** The pauses after requests that must change nothing. Fewer suffice, because such a defect shows each time. */
export const shortPauses = pauses.slice(0, 3);

/** Reads the address until `isThere` accepts it or the pauses are over. Returns the last reading. */
export async function readBackUntil(
  bound: Bound,
  ask: Ask,
  step: string,
  isThere: (stored: Stored) => boolean,
  waiting: readonly number[] = pauses,
): Promise<Stored> {
  let stored = await readBack(bound, ask, step);
  for (const [nth, pause] of waiting.entries()) {
    if (isThere(stored)) return stored;
    await ask.until(stored.exchange.endedAt + pause);
    stored = await readBack(bound, ask, `${step}-later-${nth + 1}`);
  }
  return stored;
}

/** Why nothing is judged if the read-back shows nothing of an accepted update. */
export const notReadBack = 'the read-back does not contain the address that was sent (see address/overwrites)';

/** How often a reading that accuses is read once more. */
const readingsMore = 16;

/**
 * Reports whether `shows` accepts every further reading of a user's address. One reading proves nothing: replicas may
 * return different members, and one may lag.
 */
export async function showsEachTime(
  bound: Bound,
  ask: Ask,
  step: string,
  user: 'first' | 'second',
  { exchange }: Stored,
  shows: (stored: Stored) => boolean,
): Promise<boolean> {
  await ask.until(exchange.endedAt + usualLag);
  for (let nth = 1; nth <= readingsMore; nth++) {
    if (!shows(await readBack(bound, ask, `${step}-more-${nth}`, user))) return false;
  }
  return true;
}
