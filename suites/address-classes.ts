import type {
  Compared,
  Marks,
  Overwriting,
  Reading,
  ReadingClass,
  SeenMember,
  Stored,
} from '../engine/index.ts';
import {
  comparable,
  cutNumber,
  isFirstLost,
  isInTexts,
  isKept,
  isLateByOne,
  isNeverUpdated,
  isStored,
  isThere,
  marksIn,
  normalised,
  seenIn,
  shortest,
  specifiedMembers,
  stuckIn,
  textOf,
} from '../engine/index.ts';
import { notReadBack } from './address-read-back.ts';
import { undecoded } from './written-otherwise.ts';

// Tables that classify a read-back: after the second of two updates, for the second user, and after
// an update that must be refused. Values are compared normalised, because servers may change case,
// punctuation and types.

/** Two updates of the first user's address, with the read-back after each. */
export interface AddressPair extends Overwriting {
  /**
   * The second user's read-back, for comparison if a sent member is missing in the first user's.
   */
  readonly others?: Stored;
}

const when = (isShown: boolean) => (isShown ? '' : undefined);
const listed = (all: readonly Compared[], how: string) =>
  all.length === 0 ? undefined : `${all.map(({ name }) => name).join(', ')} ${how}`;

const notStored = 'an accepted update is not stored';
const expected = 'the second of two updates, and nothing of the first';

/**
 * The class for a member that no update changes. The update is repeated with an address in another
 * town.
 */
export const neverUpdated = 'never updated';

/**
 * The classes that violate. The first class that a reading shows decides. After a 202, each counts
 * as `promised`.
 */
const violations: readonly ReadingClass<AddressPair>[] = [
  {
    name: 'late',
    cause: 'an update is only stored with the next one',
    expected: 'each update stored when its response arrives',
    shows: (read) => when(isLateByOne(read)),
  },
  {
    name: 'kept',
    cause: notStored,
    expected,
    shows: (read) => when(seenIn(read).some(isKept) && !seenIn(read).some(isStored)),
  },
  {
    name: 'kept in part',
    cause: 'parts of the previous address survive an update',
    expected,
    shows: (read) => listed(seenIn(read).filter(isKept), 'unchanged'),
  },
  {
    name: 'misplaced',
    cause: 'a member of the address contains the value of another',
    expected,
    shows: misplaced,
  },
  {
    name: 'cut',
    cause: 'a number in the address is cut to sixteen bits',
    expected,
    shows: cutNumber,
  },
  {
    name: 'damaged',
    cause: 'a member of the address is stored with wrong characters',
    expected: 'every character as it was sent',
    shows: damaged,
  },
  {
    name: 'first not stored',
    cause: notStored,
    expected: 'each of two updates stored when its response arrives',
    shows: (read) => when(!read.isPromised && isFirstLost(read)),
  },
  {
    name: neverUpdated,
    cause: 'a member of the address is never updated',
    expected,
    // The two addresses may share a town or a street.
    passesOnce: true,
    shows: (read) => listed(stuckIn(read, isCountry), 'unchanged'),
  },
  {
    name: 'lost',
    cause: 'a member of the address is lost',
    expected: "everything that was sent, as in the second user's read-back",
    shows: (read) => {
      const isOthers = (one: Compared) =>
        read.others !== undefined && textOf(read.others, one.name).length >= shortest;
      return listed(lostIn(read).filter(isOthers), 'missing');
    },
  },
  {
    name: 'address of before',
    cause: notStored,
    expected,
    shows: (read) => when(isNeverUpdated(read)),
  },
];

/**
 * The classes of a read-back after two updates. After a 202, a violation shows nothing: it may be
 * too early.
 */
export const overwritingClasses: readonly ReadingClass<AddressPair>[] = [
  {
    name: 'promised',
    why: 'the update got 202 and is not carried out yet',
    shows: (read) =>
      when(read.isPromised && violations.some(({ shows }) => shows(read) !== undefined)),
  },
  ...violations,
  {
    name: 'unseen',
    why: 'the read-back contains nothing of what was sent',
    shows: (read) => when(!isThere(read)),
  },
];

/** Shorter values may be equal by chance. */
const longEnough = 4;

const isLine = ({ name }: Compared) => name.startsWith('line');

/**
 * Finds a member that has exactly another member's value after both updates. Address services
 * reorder lines and show other members in them. If the right value is elsewhere, the member of that
 * name may be the server's own.
 */
function misplaced(read: Overwriting): string | undefined {
  const seen = seenIn(read);
  const isUnknown = ({ name }: { readonly name: string }) => !seen.some((one) => one.name === name);
  const holds = (one: SeenMember, { old, fresh }: Compared) =>
    one.value === fresh && one.before === old && Math.min(old.length, fresh.length) >= longEnough;
  for (const one of seen.filter((member) => !holds(member, member))) {
    const from = comparable(read.old, read.fresh).find(
      (other) => holds(one, other) && (!isLine(one) || isLine(other)),
    );
    const among = ({ leaves }: Stored) => (isLine(one) ? leaves : leaves.filter(isUnknown));
    const isElsewhere =
      isInTexts(among(read.before), one.old) || isInTexts(among(read.after), one.fresh);
    if (from && !isElsewhere) return `${one.name} contains the value of ${from.name}`;
  }
  return undefined;
}

/** A line with a non-ASCII letter, and with characters that some formats escape. */
export const specialLine = "Tür 4 & O'Hara";

/**
 * Damaged forms: decoded twice, or encoded and never decoded. Servers may fold letters and drop
 * punctuation.
 */
const damage = [
  /T(?:Ã.{1,3}|√º|├╝|\uFFFD+|&uuml;|&#0*252;|&#x0*fc;|&amp;uuml;|%C3%BC|%FC|\\+u00fc|\\+xfc|=C3=BC)r/i,
  /4[ +]?(?:&amp;|&#0*38;|&#x0*26;|%26|\\+u0026)/i,
  /O(?:&#0*39;|&#x0*27;|&apos;|&rsquo;|\\+'|\\+u0027|%27|'')Hara/i,
];

/**
 * Finds a damaged form of the special line, or of the city that was sent with an escape in the same
 * update.
 */
function damaged({ fresh, after }: Overwriting): string | undefined {
  if (fresh['line2'] !== specialLine) return undefined;
  const names = Object.keys(fresh).map(normalised);
  const remainder = undecoded(String(fresh['city'] ?? ''))?.toLowerCase();
  const isDamaged = (text: string) =>
    damage.some((one) => one.test(text)) ||
    (remainder !== undefined && text.toLowerCase().includes(remainder));
  const one = [...after.named.values()].find(
    ({ name, plain }) => names.includes(name) && isDamaged(plain),
  );
  return one && `${one.name} is ${one.plain}`;
}

/** Whether a short value is a country code. Excludes codes that stand for no country. */
const isCountry = ({ name, leaf }: SeenMember) =>
  name === 'countrycode' && /^(?!AA|NA|Q[M-Z]|X|ZZ)[A-Z]{2}$/i.test(leaf.plain);

/** Members that every address has, and that no address service splits, unlike a line. */
const required = ['city', 'postalCode'].map(normalised);

/**
 * Returns the sent members that are read back nowhere, not even in part, although two others are.
 */
export function lostIn({ old, fresh, after }: Overwriting): readonly Compared[] {
  const sent = comparable(old, fresh);
  if (sent.filter(({ name, fresh: value }) => textOf(after, name) === value).length < 2) return [];
  const isMissing = (name: string) => {
    const value = Object.entries(fresh).find(([member]) => normalised(member) === name)?.[1];
    const words = String(value).split(/[^\p{L}\p{M}\p{N}]+/u);
    const long = words.map(normalised).filter((word) => word.length >= shortest);
    return long.length > 0 && !long.some((word) => isInTexts(after.leaves, word));
  };
  return sent.filter(
    ({ name }) => required.includes(name) && textOf(after, name) === '' && isMissing(name),
  );
}

/** The second user's read-back around an update of the first user's address. */
export interface Isolation extends Reading {
  /** The values that the address before the update does not contain. */
  readonly marks: readonly string[];
  readonly own: Stored;
  /** The second user's address, without the first user's if both live in one household. */
  readonly before: Stored;
  readonly after: Stored;
  /** False if the second user has no address, and reads the first user's. */
  readonly isTold: boolean;
}

const asBefore = 'the address as before';
const isForeign = ({ marks, before, after }: Isolation) =>
  marksIn(after, marks).length > marksIn(before, marks).length;

/** The classes of the second user's read-back after an update of the first user's address. */
export const isolationClasses: readonly ReadingClass<Isolation>[] = [
  {
    name: 'of the household',
    why: "the second user has no address, and sees the first user's",
    shows: (read) => when(!read.isTold && isForeign(read)),
  },
  {
    name: 'of the other user',
    cause: "an update changes another user's address",
    expected: asBefore,
    shows: (read) => when(isForeign(read)),
  },
  {
    name: 'deleted',
    cause: "an update deletes another user's address",
    expected: asBefore,
    shows: ({ before, after }) => when(before.texts.length > 0 && after.texts.length === 0),
  },
  {
    name: 'changed',
    cause: "another user's address changes with each update",
    expected: asBefore,
    // The user may move.
    passesOnce: true,
    shows: ({ before, after }) => when(isChanged(before, after)),
  },
  {
    name: 'unseen',
    why: notReadBack,
    shows: ({ marks, own }) => when(marksIn(own, marks).length === 0),
  },
  {
    name: 'less',
    why: "a part of the second user's address disappeared when the first user's was updated",
    shows: ({ before, after }) => {
      const isGone = (text: string) => text.length >= shortest && !after.texts.includes(text);
      return when(after.texts.length < before.texts.length && before.texts.some(isGone));
    },
  },
];

/** Whether a member of the address has a different value. Ignores missing members. */
function isChanged(before: Stored, after: Stored): boolean {
  return specifiedMembers.map(normalised).some((name) => {
    const [old, fresh] = [textOf(before, name), textOf(after, name)];
    return old !== '' && fresh !== '' && old !== fresh;
  });
}

/** The stored address before and after an update that must be refused. */
export interface Refusal extends Reading {
  readonly marks: Marks;
  readonly before: Stored;
  readonly after: Stored;
  /**
   * Set in repetitions: the suspicious read-back, and the first address right after it was stored
   * again.
   */
  readonly suspect?: { readonly after: Stored; readonly atFirst: Stored };
  /**
   * Words that only this update contains. If set, the read-back is searched for them instead of the
   * marks.
   */
  readonly words?: string;
}

/** Whether a mark of the second address appeared, or a mark of the first disappeared. */
const isOther = (marks: Marks, before: Stored, after: Stored) =>
  marksIn(after, marks.second).length > marksIn(before, marks.second).length ||
  marksIn(after, marks.first).length < marksIn(before, marks.first).length;

/** Says how the members that were stored before have changed. */
function differenceOf(before: Stored, after: Stored): string {
  const valueIn = ({ named }: Stored, name: string) =>
    JSON.stringify(named.get(name)?.plain) ?? 'no text';
  const spelled = (name: string) =>
    specifiedMembers.find((one) => normalised(one) === name) ?? name;
  const changed = [...before.named.keys()].filter(
    (name) => valueIn(before, name) !== valueIn(after, name),
  );
  return changed
    .map((name) => `${spelled(name)} was ${valueIn(before, name)}, now ${valueIn(after, name)}`)
    .join('; ');
}

/**
 * Returns the classes of a read-back after an update that must be refused. `cause` names the
 * finding.
 */
export function refusalClasses(cause: string): readonly ReadingClass<Refusal>[] {
  return [
    {
      name: 'changed',
      cause,
      expected: 'the stored address unchanged',
      shows: ({ words, marks, before, after }) => {
        const isStoredNow =
          words === undefined
            ? isOther(marks, before, after)
            : marksIn(after, [normalised(words)]).length > 0;
        return isStoredNow ? differenceOf(before, after) : undefined;
      },
    },
    {
      name: 'rewritten',
      explanation: 'the stored address changes some time after an accepted update',
      shows: ({ suspect, marks, before }) =>
        when(
          !!suspect &&
            isOther(marks, suspect.atFirst, before) &&
            !isOther(marks, before, suspect.after),
        ),
    },
  ];
}
