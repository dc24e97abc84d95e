import type { Reading } from './store-trial.ts';
import { type Leaf, type Members, normalised, type Stored, shortest } from './stored.ts';

export type Overwriting = Reading &
  Readonly<{
    old: Members;
    fresh: Members;
    before: Stored;
    after: Stored;
    /** The second update got a 202: it may be carried out later (RFC 9110 section 15.3.3). */
    isPromised: boolean;
  }>;

export type Compared = Readonly<{
  name: string;
  old: string;
  fresh: string;
}>;

/** A compared member under its name: its value after the second update, and after the first. */
export type SeenMember = Compared &
  Readonly<{
    value: string;
    before: string;
    leaf: Leaf;
  }>;

/** One value must not be a shortened form of the other. */
export const comparable = (first: Members, second: Members): readonly Compared[] =>
  Object.keys(first).flatMap((member) => {
    const [old, fresh] = [first[member], second[member]].map((value) => normalised(value ?? ''));
    if (!old || !fresh || old.includes(fresh) || fresh.includes(old)) return [];
    return [{ name: normalised(member), old, fresh }];
  });

export const textOf = ({ named }: Stored, name: string) => named.get(name)?.text ?? '';

export const isInTexts = (leaves: readonly Leaf[], value: string) =>
  leaves.some(({ text }) => text.includes(value));

const isAmong = (leaves: readonly Leaf[], value: string) =>
  value.length >= shortest && isInTexts(leaves, value);

function isAlike(left: string, right: string) {
  const isPart = left.includes(right) || right.includes(left);
  return left === right || (Math.min(left.length, right.length) >= shortest && isPart);
}

/** A street without its number may be part of both values. */
const tells = (value: string, { old, fresh }: Compared) =>
  value !== '' && !(old.includes(value) && fresh.includes(value));

/** Whether a read-back has a value of that update: in the member of that name, if it has one. */
export const contains = (stored: Stored, compared: readonly Compared[], which: 'old' | 'fresh') =>
  compared.some((member) => {
    const own = textOf(stored, member.name);
    return own === ''
      ? isAmong(stored.leaves, member[which])
      : tells(own, member) && isAlike(own, member[which]);
  });

export const seenIn = (read: Overwriting): readonly SeenMember[] =>
  comparedIn(read).flatMap((one) => {
    const leaf = read.after.named.get(one.name);
    if (!leaf || !tells(leaf.text, one)) return [];
    return [{ ...one, value: leaf.text, before: textOf(read.before, one.name), leaf }];
  });

function comparedIn(read: Overwriting) {
  const compared = comparable(read.old, read.fresh);
  return compared.filter(({ name }) => {
    const leaf = read.after.named.get(name);
    return !leaf || !isOfSomethingElse(read, leaf, compared);
  });
}

/**
 * Such as a city of birth: it stays the same, its object contains no value of either update, and
 * another object contains a value of the second.
 */
function isOfSomethingElse(
  { before, after }: Overwriting,
  leaf: Leaf,
  compared: readonly Compared[],
) {
  if (textOf(before, leaf.name) !== leaf.text) return false;
  const beside = after.leaves.filter(
    ({ place, name }) => place === leaf.place && name !== leaf.name,
  );
  const away = after.leaves.filter(({ place }) => place !== leaf.place);
  return (
    compared.some(({ fresh }) => isAmong(away, fresh)) &&
    !compared.some(({ old, fresh }) => isAmong(beside, old) || isAmong(beside, fresh))
  );
}

export const isStored = ({ value, fresh }: SeenMember) => isAlike(value, fresh);

export const isKept = ({ value, before, old }: SeenMember) =>
  isAlike(value, old) && before !== '' && isAlike(before, old);

/** Whether a value of the second update is there: in members of these names, or else anywhere. */
export function isThere(read: Overwriting) {
  const seen = seenIn(read);
  if (seen.length > 0) return seen.some(isStored);
  const compared = comparedIn(read);
  const { leaves } = read.after;
  return (
    compared.some(({ fresh }) => isAmong(leaves, fresh)) &&
    !compared.some(({ old }) => isAmong(leaves, old))
  );
}

export function isLateByOne({ old, fresh, before, after }: Overwriting) {
  const isOld = comparable(old, fresh).flatMap((one) => {
    const [first, second] = [textOf(before, one.name), textOf(after, one.name)];
    return tells(first, one) && tells(second, one)
      ? [isAlike(second, one.old) && isAlike(first, one.fresh)]
      : [];
  });
  return isOld.length > 0 && isOld.every(Boolean);
}

/** Whether at least two members have the second update, and none of them had the first. */
export function isFirstLost({ old, fresh, before, after }: Overwriting) {
  const stored = comparable(old, fresh).filter(({ name, fresh: sent }) => {
    return (
      textOf(before, name) !== '' &&
      textOf(after, name) !== '' &&
      isAlike(textOf(after, name), sent)
    );
  });
  return stored.length > 1 && !stored.some((one) => isAlike(textOf(before, one.name), one.old));
}

/** A number that was truncated to 16 bits, and occurs nowhere as it was sent. */
export function cutNumber(read: Overwriting): SeenMember | undefined {
  const isCut = ({ value, fresh }: SeenMember) =>
    residues(fresh).includes(value) && !isInTexts(read.after.leaves, fresh);
  return seenIn(read).find(isCut);
}

function residues(number: string) {
  if (!/^[1-9]\d{4,8}$/.test(number)) return [];
  const rest = Number(number) % 2 ** 16;
  const signed = rest < 2 ** 15 ? rest : 2 ** 16 - rest;
  return [rest, signed].map(String).filter((one) => one !== number && one.length > 2);
}

const isPlain = ({ name, value, before }: SeenMember) =>
  value === before && value !== name && !/x{3}|redact|hidden|mask|private|secret/.test(value);

/**
 * Members with a third value, if two others follow both updates, one beside it. `isLong` allows
 * short ones.
 */
export function stuckIn(
  read: Overwriting,
  isLong: (one: SeenMember) => boolean,
): readonly SeenMember[] {
  const seen = seenIn(read);
  const following = seen.filter(
    (one) => isStored(one) && one.before !== '' && isAlike(one.before, one.old),
  );
  const isBeside = (one: SeenMember) => following.some(({ leaf }) => leaf.place === one.leaf.place);
  const isThird = (one: SeenMember) =>
    isPlain(one) &&
    (one.value.length >= shortest || isLong(one)) &&
    !isStored(one) &&
    !isAlike(one.value, one.old);
  return following.length < 2 ? [] : seen.filter((one) => isThird(one) && isBeside(one));
}

/** Nothing changed: at least two members have different values that are not masked. */
export function isNeverUpdated(read: Overwriting) {
  const seen = seenIn(read);
  const isSame = read.before.texts.join(' ') === read.after.texts.join(' ');
  const values = new Set(
    seen.filter((one) => isPlain(one) && one.value.length >= shortest).map(({ value }) => value),
  );
  return isSame && !seen.some(isStored) && values.size > 1 && values.size === seen.length;
}
