import type { Answered } from '../exchange/index.ts';
import type { Json } from '../judging/answer.ts';
import { referenceToken } from '../schema/json-value.ts';
import type { Reading } from './store-trial.ts';

export type Members = Readonly<Record<string, unknown>>;

/**
 * A stored value, as a read-back shows it. Only values that differ between two updates are
 * compared, in any member and notation: a server may store a number as a string, change case,
 * rename or join members, drop some and add others.
 */
export type Stored = Reading &
  Readonly<{
    leaves: readonly Leaf[];
    texts: readonly string[];
    /** If several have the same name, the one nearest to the top. */
    named: ReadonlyMap<string, Leaf>;
  }>;

export type Leaf = Readonly<{
  /** JSON Pointer to the object that contains it. */
  place: string;
  name: string;
  text: string;
  plain: string;
}>;

export type Marks = Readonly<{
  first: readonly string[];
  second: readonly string[];
}>;

/** Shorter values occur in other strings by chance, or are the rest of a masked value. */
export const shortest = 3;

export function normalised(value: unknown) {
  const plain = String(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, '');
}

export function marksOf(first: Members, second: Members): Marks {
  const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  const isLong = (text: string) => text.length >= shortest;
  const textsOf = (members: Members) =>
    Object.values(members).filter(isScalar).map(normalised).filter(isLong);
  const [mine, theirs] = [textsOf(first), textsOf(second)];
  const apart = (own: readonly string[], other: readonly string[]) =>
    own.filter((text) => !other.some((one) => one.includes(text) || text.includes(one)));
  return { first: apart(mine, theirs), second: apart(theirs, mine) };
}

export const marksIn = ({ texts }: Stored, marks: readonly string[]): readonly string[] =>
  marks.filter((mark) => texts.some((text) => text.includes(mark)));

export const storedIn = (exchange: Answered, value: Json): Stored =>
  storedAs(exchange, leavesOf(value));

export const storedAs = (exchange: Answered, leaves: readonly Leaf[]): Stored => ({
  exchange,
  leaves,
  texts: leaves.map(({ text }) => text),
  named: membersAmong(leaves),
});

function leavesOf(value: Json, place = '', member?: string): readonly Leaf[] {
  if (typeof value === 'object' && value !== null) {
    const below = member === undefined ? place : `${place}/${referenceToken(member)}`;
    return Object.entries(value).flatMap(([name, one]) => leavesOf(one, below, name));
  }
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [{ place, name: normalised(member ?? ''), text: normalised(value), plain: String(value) }];
}

/** Places that contain an earlier value beside the stored one. */
const ofBefore =
  /\/(?:previous|prior|former|old|past|history|archived?|superseded|replaced|before)/i;

/** The earlier value may be nested in the value that replaced it. */
function membersAmong(leaves: readonly Leaf[]) {
  const depthOf = ({ place }: Leaf) => place.split('/').length;
  const names = new Set(leaves.map(({ name }) => name).filter((name) => name !== ''));
  return new Map(
    [...names].flatMap((name) => {
      const all = leaves.filter((leaf) => leaf.name === name);
      const top = Math.min(...all.map(depthOf));
      const nearest = all.filter((leaf) => depthOf(leaf) === top);
      const [one, ...others] =
        nearest.length > 1 ? nearest.filter(({ place }) => !ofBefore.test(place)) : nearest;
      return one && others.length === 0 ? [[name, one]] : [];
    }),
  );
}
