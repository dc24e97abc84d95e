import { createHash } from 'node:crypto';
import type { Json } from '../../engine/index.ts';

/** The scalars of a JSON value by their path; `[]` and `{}` stand for themselves. */
export type Leaves = ReadonlyMap<string, string>;

/** Flattens a JSON value. */
export function leavesOf(value: Json): Leaves {
  const leaves = new Map<string, string>();
  const visit = (path: string, node: Json) => {
    const members = typeof node === 'object' && node !== null ? Object.entries(node) : [];
    if (members.length === 0) leaves.set(path, scalar(node));
    for (const [name, member] of members) visit(`${path}/${name}`, member);
  };
  visit('', value);
  return leaves;
}

/** Of a long text a digest: many answers are held to be compared. */
function scalar(value: Json): string {
  const isLong = typeof value === 'string' && value.length >= 200;
  return JSON.stringify(isLong ? createHash('sha256').update(value).digest('base64url') : value);
}

/** The values that distinguish two users: paths that never varied for either, with each user's value. */
export type Marks = ReadonlyMap<string, readonly [first: string | undefined, second: string | undefined]>;

/**
 * Replaces the list indices in a path by `*`. A path that varies in one element counts as varying in all, because the
 * order may change.
 */
export const general = (path: string) => path.replace(/\/\d+(?=\/|$)/g, '/*');

/** Returns the paths, with `*` for list indices, that vary between responses for the same user. */
export function varyingPaths(...users: readonly (readonly Leaves[])[]): ReadonlySet<string> {
  const paths = new Set(users.flat().flatMap((leaves) => [...leaves.keys()]));
  const varies = (path: string) =>
    users.some((answers) => answers.some((leaves) => leaves.get(path) !== answers[0]?.get(path)));
  return new Set([...paths].filter(varies).map(general));
}

/**
 * Returns the marks in several responses for each of two users. Excludes paths that vary between responses for the same
 * user.
 */
export function marksOf(first: readonly Leaves[], second: readonly Leaves[]): Marks {
  const marks = new Map<string, readonly [string | undefined, string | undefined]>();
  const masked = varyingPaths(first, second);
  for (const path of new Set([...first, ...second].flatMap((leaves) => [...leaves.keys()]))) {
    const [mine, theirs] = [first[0]?.get(path), second[0]?.get(path)];
    if (mine !== theirs && !masked.has(general(path))) marks.set(path, [mine, theirs]);
  }
  return marks;
}

/** Serialises a value for comparison, independently of the order of its lists. Paths that vary become `*`. */
export function contentOf(value: Json, varying: ReadonlySet<string>, path = ''): string {
  if (Array.isArray(value)) return `[${value.map((one) => contentOf(one, varying, `${path}/*`)).sort()}]`;
  if (typeof value !== 'object' || value === null) return varying.has(path) ? '*' : scalar(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}:${contentOf(one, varying, general(`${path}/${name}`))}`,
  );
  return `{${members.sort()}}`;
}

/**
 * Whose data a response contains, by its marks. `other`: more marks are the other user's than the user's own. `mixed`:
 * some are, but not more, and the rest is the user's own. `changed`: otherwise, as after an edit. Then a new value may
 * happen to be the other user's: a count, or a flag.
 */
export type Ownership = 'own' | 'other' | 'mixed' | 'changed';

/** Decides whose data the response to a request for one of the two users contains. */
export function ownershipOf(leaves: Leaves, marks: Marks, asked: 'first' | 'second'): Ownership {
  const [own, other] = asked === 'first' ? [0, 1] : [1, 0];
  let owned = 0;
  let foreign = 0;
  let changed = 0;
  for (const [path, values] of marks) {
    const seen = leaves.get(path);
    if (seen === values[own]) owned++;
    // That a path is absent says little: lists differ in length.
    else if (seen !== undefined) seen === values[other] ? foreign++ : changed++;
  }
  if (owned === marks.size) return 'own';
  if (foreign > owned) return 'other';
  return foreign === 0 || changed > 0 ? 'changed' : 'mixed';
}

/** Returns the first path that contains the other user's value. */
export function foreignPath(leaves: Leaves, marks: Marks, asked: 'first' | 'second'): string | undefined {
  return foreignPaths(leaves, marks, asked)[0];
}

/** Returns all paths that contain the other user's value. */
function foreignPaths(leaves: Leaves, marks: Marks, asked: 'first' | 'second'): readonly string[] {
  const [own, other] = asked === 'first' ? [0, 1] : [1, 0];
  return [...marks].flatMap(([path, values]) => {
    const seen = leaves.get(path);
    return seen !== undefined && seen !== values[own] && seen === values[other] ? [path] : [];
  });
}
