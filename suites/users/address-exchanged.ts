import type { Stored } from '../address-read-back.ts';
import type { Compared, Seen } from './address-compared.ts';

/** Shorter values stand somewhere by chance. */
const shortest = 4;

/** Exactly what was sent as the other member, after both updates: who joins or formats lines writes more than that. */
const holds = ({ value, before }: Seen, { old, fresh }: Compared) =>
  value === fresh && before === old && value.length >= shortest && old.length >= shortest;

/** Address services put lines in an order of theirs, and the name of a village may stand in a line as well. */
const isMisplaced = (one: Seen) => !one.name.startsWith('line') && !holds(one, one);

/**
 * Returns the names of at least three members whose values are rotated: each contains the value that was sent for the
 * next.
 */
export function inACircle(seen: readonly Seen[]): string[] {
  for (const first of seen) {
    const names: string[] = [];
    let at: Seen | undefined = first;
    while (at && !names.includes(at.name)) {
      names.push(at.name);
      const { name }: Seen = at;
      const from: Seen = at;
      at = seen.find((other) => other.name !== name && holds(from, other));
    }
    if (at === first && names.length > 2 && seen.some((one) => names.includes(one.name) && isMisplaced(one)))
      return names;
  }
  return [];
}

/** Lines may be formatted ones, the city in one of them, and what an address service does not know dropped. */
const mayBeFormatted = (one: Seen, other: Seen) => one.name.startsWith('line') && !other.name.startsWith('line');

/**
 * Returns the names of a member and of the one whose value it contains. The value that was sent for the member itself
 * must be missing from the read-back.
 */
export function copiedAmong(
  first: Stored,
  stored: Stored,
  seen: readonly Seen[],
): readonly [copy: string, original: string] | undefined {
  for (const one of seen) {
    if (isAnywhere(first, one.old) || isAnywhere(stored, one.fresh)) continue;
    const original = seen.find(
      (other) => other.name !== one.name && holds(one, other) && holds(other, other) && !mayBeFormatted(one, other),
    );
    if (original) return [one.name, original.name];
  }
  return undefined;
}

const isAnywhere = ({ texts }: Stored, value: string) => texts.some((text) => text.includes(value));

const inBits = 2 ** 16;

/**
 * Returns the member whose number was truncated to 16 bits, signed or unsigned. The number itself must be missing from
 * the read-back.
 */
export function wrappedAmong(stored: Stored, seen: readonly Seen[]): Seen | undefined {
  return seen.find(({ value, fresh }) => residues(fresh).includes(value) && !isAnywhere(stored, fresh));
}

/** Of a number that 16 bits do not hold, as texts without a sign. */
function residues(number: string): readonly string[] {
  if (!/^[1-9]\d{4,8}$/.test(number)) return [];
  const rest = Number(number) % inBits;
  const signed = rest < inBits / 2 ? rest : inBits - rest;
  return [rest, signed]
    .filter((one) => one !== Number(number))
    .map(String)
    .filter(({ length }) => length > 2);
}

/**
 * Returns the member whose value is the sent one plus the end of the previous value, and that end. The end must occur
 * nowhere else. A suffix that the previous value already had may be the server's own.
 */
export function residueAmong(stored: Stored, seen: readonly Seen[]): readonly [name: string, end: string] | undefined {
  for (const { name, value, before = '', old, fresh } of seen) {
    const end = value.startsWith(fresh) ? value.slice(fresh.length) : '';
    const isElsewhere = stored.texts.some((text) => text !== value && text.includes(end));
    const added = before.startsWith(old) ? before.length - old.length : before.length;
    if (end.length > added + 1 && before.endsWith(end) && !isElsewhere) return [name, end];
  }
  return undefined;
}

/**
 * Returns the member whose number has a wrong last digit after both updates. The number itself must be missing, and the
 * wrong digits must differ, because a mask is constant.
 */
export function lastDigitLost(first: Stored, stored: Stored, seen: readonly Seen[]): Seen | undefined {
  const isCut = (value: string, sent: string) =>
    /^\d{4,}$/.test(sent) && value.length === sent.length && value !== sent && value.startsWith(sent.slice(0, -1));
  return seen.find(
    ({ value, before = '', old, fresh }) =>
      isCut(value, fresh) &&
      isCut(before, old) &&
      value.at(-1) !== before.at(-1) &&
      !isAnywhere(stored, fresh) &&
      !isAnywhere(first, old),
  );
}
