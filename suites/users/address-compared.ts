import { briefly, fail, inconclusive, type Judgement, pass } from '../../engine/index.ts';
import { type Leaf, normalised, type Stored, shortest } from '../address-read-back.ts';
import type { Address } from '../address-update.ts';
import { copiedAmong, inACircle, lastDigitLost, residueAmong, wrappedAmong } from './address-exchanged.ts';

/** Returns the members that can be compared: both addresses have them, with different values. */
export function comparable(first: Address, second: Address): readonly Compared[] {
  return Object.keys(first).flatMap((member) => {
    const [old, fresh] = [first[member], second[member]].map((value) => normalised(value ?? ''));
    // One may be a shortened form of the other.
    if (!old || !fresh || old.includes(fresh) || fresh.includes(old)) return [];
    return [{ name: normalised(member), old, fresh }];
  });
}

export interface Compared {
  readonly name: string;
  /** The values of the first and of the second address, normalised. */
  readonly old: string;
  readonly fresh: string;
}

/** The value of a member in the read-back after the second update, and `before`, that after the first update. */
export type Seen = Compared & {
  readonly value: string;
  readonly before: string | undefined;
  /** JSON Pointer to the object that has it. */
  readonly place: string | undefined;
};

/** One may be a shortened form of the other. */
const isAlike = (left: string, right: string) =>
  left === right || (Math.min(left.length, right.length) >= shortest && (left.includes(right) || right.includes(left)));

/** What is left of both values, as a street without its numbers or the first half of a postal code, is of neither. */
const tells = (value: string, { old, fresh }: Compared) => !(old.includes(value) && fresh.includes(value));

/**
 * Returns the compared members that the read-back contains under their names, with a value that distinguishes the two
 * addresses.
 */
export function seenAmong(first: Stored, stored: Stored, compared: readonly Compared[]): readonly Seen[] {
  return compared.flatMap((one) => {
    const value = stored.named.get(one.name);
    if (value === undefined || !tells(value, one)) return [];
    return [{ ...one, value, before: first.named.get(one.name), place: stored.places.get(one.name) }];
  });
}

/**
 * Judges the read-backs after the first and after the second update. Only members with the name under which they were
 * sent can show a violation. An implementation may store other members in any form.
 */
export function judgeStored(
  first: Stored,
  stored: Stored,
  compared: readonly Compared[],
  promised: boolean,
): Judgement {
  const own = compared.filter((one) => !isElsewhere(first, stored, compared, one));
  const seen = seenAmong(first, stored, own);
  const fresh = seen.filter(({ value, fresh: sent }) => isAlike(value, sent));
  const stale = seen.filter(
    ({ value, old, before }) => isAlike(value, old) && before !== undefined && isAlike(before, old),
  );
  const mistaken = mistakenAmong(first, stored, seen);
  if (stale.length === 0 && mistaken === undefined && fresh.length > 0) return pass();
  if (promised) return inconclusive('the update got 202 and is not carried out yet');
  const expected = 'the second of two updates, and nothing of the first';
  const actual = briefly(stored.exchange);
  if (stale.length > 0) {
    const cause = fresh.length > 0 ? survives : 'an accepted update is not stored';
    return fail(cause, expected, actual, stored.exchange);
  }
  if (mistaken) return fail(mistaken.cause, expected, `${actual}; ${mistaken.how}`, stored.exchange);
  const texts = (one: Stored) => one.texts.join(' ');
  if (seen.length === 0) {
    const isThere = (mark: string) => stored.texts.some((text) => text.includes(mark));
    const isSecond = own.some(({ fresh: mark }) => mark.length >= shortest && isThere(mark));
    if (isSecond && !own.some(({ old }) => old.length >= shortest && isThere(old))) return pass();
  } else if (isNeverUpdated(seen) && texts(first) === texts(stored)) {
    return fail('an accepted update is not stored', expected, actual, stored.exchange);
  }
  return inconclusive(`the read-back contains nothing of what was sent: ${actual}`);
}

/**
 * Whether a member of that name is of something else, as the city of birth is: the same after both updates, nothing beside
 * it of either address, and something of the second in another object.
 */
function isElsewhere(first: Stored, stored: Stored, compared: readonly Compared[], { name }: Compared): boolean {
  const value = stored.named.get(name);
  if (value === undefined || value !== first.named.get(name)) return false;
  const place = stored.places.get(name);
  const beside = stored.leaves.filter((leaf) => leaf.place === place && leaf.name !== name);
  const away = stored.leaves.filter((leaf) => leaf.place !== place);
  const isAmong = (leaves: readonly Leaf[], mark: string) =>
    mark.length >= shortest && leaves.some(({ text }) => text.includes(mark));
  return (
    compared.some(({ fresh }) => isAmong(away, fresh)) &&
    !compared.some(({ old, fresh }) => isAmong(beside, old) || isAmong(beside, fresh))
  );
}

const survives = 'parts of the previous address survive an update';
const stuck = 'a member of the address is never updated';

/** Whether the violation is a member that is never updated. */
export function isStuck(judgement: Judgement): boolean {
  return judgement.kind === 'fail' && judgement.cause === stuck;
}

interface Mistaken {
  readonly cause: string;
  readonly how: string;
}

/** What is stored under the names of members that is neither address; the narrowest of what can be said. */
function mistakenAmong(first: Stored, stored: Stored, seen: readonly Seen[]): Mistaken | undefined {
  const [swapped, circle] = [swappedAmong(seen), inACircle(seen)];
  const [copied, wrapped] = [copiedAmong(first, stored, seen), wrappedAmong(stored, seen)];
  const [residue, cut] = [residueAmong(stored, seen), lastDigitLost(first, stored, seen)];
  const names = stuckAmong(seen);
  const cause = 'members of the address are swapped';
  if (swapped.length > 0) return { cause, how: `${swapped.join(' and ')} contain each other's value` };
  if (circle.length > 0) return { cause, how: `each of ${circle.join(', ')} contains the value of the next` };
  if (copied) {
    return {
      cause: 'a member of the address contains the value of another',
      how: `${copied[0]} has the value of ${copied[1]}`,
    };
  }
  if (wrapped)
    return {
      cause: 'a number in the address is cut to sixteen bits',
      how: `${wrapped.value} instead of ${wrapped.fresh}`,
    };
  if (residue) return { cause: survives, how: `${residue[0]} ends with ${residue[1]} of the previous one` };
  if (cut)
    return { cause: 'a number in the address loses its last digit', how: `${cut.value} instead of ${cut.fresh}` };
  if (names.length === 0) return undefined;
  return { cause: stuck, how: `${names.join(', ')} unchanged` };
}

/** A plain value, the same after both updates. Text that stands for what is hidden tells nothing. */
const isKept = ({ name, value, before }: Seen) =>
  value === before &&
  value.length >= shortest &&
  value !== name &&
  !/x{3}|redact|hidden|mask|private|secret/.test(value);

/** Names of two members of which each holds what was sent as the other one. Address services put lines in an order of theirs. */
function swappedAmong(seen: readonly Seen[]): string[] {
  const areLines = (one: Seen, other: Seen) => [one, other].every(({ name }) => name.startsWith('line'));
  const holds = (one: Seen, other: Seen) =>
    isAlike(one.value, other.fresh) && !isAlike(one.value, one.fresh) && !areLines(one, other);
  const pair = seen.flatMap((one, at) =>
    seen.slice(at + 1).flatMap((other) => (holds(one, other) && holds(other, one) ? [[one.name, other.name]] : [])),
  )[0];
  return pair ?? [];
}

/** Returns the members that contain the sent value after each of both updates. */
export function followingAmong(seen: readonly Seen[]): readonly Seen[] {
  return seen.filter(
    ({ value, before, old, fresh }) => isAlike(value, fresh) && before !== undefined && isAlike(before, old),
  );
}

/**
 * Names of the members that keep a third value while two others or more follow both updates, one of them beside it: the
 * city of an employer stays where it is.
 */
function stuckAmong(seen: readonly Seen[]): string[] {
  const following = followingAmong(seen);
  if (following.length < 2) return [];
  return seen
    .filter((one) => following.some(({ place }) => place === one.place))
    .filter((one) => isKept(one) && !isAlike(one.value, one.fresh) && !isAlike(one.value, one.old))
    .map(({ name }) => name);
}

/** Everything that is seen, the same after both updates: the address of before. */
function isNeverUpdated(seen: readonly Seen[]) {
  const plain = seen.filter(isKept);
  return (
    plain.length >= 2 && plain.length === seen.length && new Set(plain.map(({ value }) => value)).size === plain.length
  );
}

/** Whether the read-back contains values of the second address, and none of the first. */
export function isReplaced(one: Stored, compared: readonly Compared[]): boolean {
  return shows(one, compared, 'fresh') && !shows(one, compared, 'old');
}

/** Whether the read-back contains a value of that address. */
export function shows(one: Stored, compared: readonly Compared[], which: 'old' | 'fresh'): boolean {
  return compared.some((member) => isShown(one, member, member[which]));
}

/** By the member of that name where there is one: other members may tell of addresses before. */
function isShown({ named, texts }: Stored, member: Compared, value: string): boolean {
  const own = named.get(member.name) ?? '';
  if (own !== '') return tells(own, member) && isAlike(own, value);
  return value.length >= shortest && texts.some((text) => text.includes(value));
}

/** Whether each read-back lags by one update: the first shows the second address, and the second shows the first. */
export function isLateByOne(first: Stored, second: Stored, compared: readonly Compared[]): boolean {
  const isOld = compared.flatMap((one) => {
    const [before, after] = [first, second].map(({ named }) => named.get(one.name) ?? '') as [string, string];
    return tells(before, one) && tells(after, one) ? [isAlike(after, one.old) && isAlike(before, one.fresh)] : [];
  });
  return isOld.length > 0 && isOld.every(Boolean);
}

/**
 * Judges whether the first update was stored. It was not if the second is stored in at least two members, and none of
 * these had the first's value before.
 */
export function judgeFirst(first: Stored, second: Stored, compared: readonly Compared[]): Judgement {
  const shown = compared.flatMap(({ name, old, fresh }) => {
    const [before, after] = [first.named.get(name) ?? '', second.named.get(name) ?? ''];
    return before !== '' && isAlike(after, fresh) && after !== '' ? [{ isStored: isAlike(before, old) }] : [];
  });
  if (shown.length < 2 || shown.some(({ isStored }) => isStored)) return pass();
  const expected = 'each of two updates stored when its response arrives';
  return fail('an accepted update is not stored', expected, briefly(first.exchange), first.exchange);
}
