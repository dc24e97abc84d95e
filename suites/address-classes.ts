import {
  type Compared,
  cause,
  classify,
  comparable,
  cutNumber,
  type FailOf,
  fail,
  fromOperator,
  fromTarget,
  isFirstLost,
  isInTexts,
  isKept,
  isLateByOne,
  isNeverUpdated,
  isStored,
  isThere,
  type Marks,
  marksIn,
  normalised,
  type Overwriting,
  ofHarness,
  type Reading,
  type ReadingClass,
  type SeenMember,
  type Stored,
  say,
  seenIn,
  shortest,
  specifiedMembers,
  stuckIn,
  summarize,
  textOf,
  valueText,
} from '../engine/index.ts';
import { undecoded } from '../fixtures/samples/json-writings.ts';
import { notReadBack } from './address-update.ts';
import { expecting } from './refusals.ts';

// Values are compared normalised, because servers may change case, punctuation and types.

export interface AddressPair extends Overwriting {
  /** For comparison, if a sent member is missing in the first user's read-back. */
  readonly others?: Stored;
}

interface Wrong {
  members: readonly string[];
}
interface Holder {
  holder: string;
}

const advice = {
  mapper: {
    suspect: 'The UPDATE statement or the mapper omits or swaps members, or reads another name.',
    look: 'Store a different value in each member, and compare the read-back.',
  },
  value: {
    suspect: 'Another encoding, an escape or a column that is too small changes the value.',
    look: 'Find the first layer that changes the value.',
  },
  transaction: {
    suspect: 'The response is sent while the transaction is open, and nothing commits it.',
    look: 'Commit before the response, and read the row on another connection.',
  },
  order: {
    suspect: 'An older value overwrites the update: by a queue, a job or a filter for duplicates.',
    look: 'Keep the order of the updates of a user.',
  },
  cache: {
    suspect: 'The read-back comes from a cache that the update does not clear.',
    look: 'Clear or update the cached address in the same transaction.',
  },
};

const late = [advice.transaction, advice.order, advice.cache];
const onArrival = 'each update stored when its response arrives';
const expected = 'the second of two updates, and nothing of the first';
const unchanged = expecting<Wrong>(
  expected,
  ({ members }, response) => `${members.join(', ')} unchanged; ${response}`,
);

export const overwritingCauses = {
  'stored-late': expecting(onArrival)('an update is only stored with the next one', ...late),
  'not-stored': cause<{ lost: 'first' | 'second' }>({
    title: 'an accepted update is not stored',
    expected: ({ lost }) => (lost === 'first' ? onArrival : expected),
    advice: late,
  }),
  'kept-in-part': unchanged(
    'parts of the previous address survive an update',
    advice.mapper,
    advice.cache,
  ),
  misplaced: cause<Holder & { owner: string }>({
    title: 'a member of the address contains the value of another',
    expected,
    actual: ({ holder, owner }, response) =>
      `${holder} contains the value of ${owner}; ${response}`,
    advice: [advice.mapper],
  }),
  'number-cut': cause<{ value: string; sent: string }>({
    title: 'a number in the address is cut to sixteen bits',
    expected,
    actual: ({ value, sent }, response) => `${value} instead of ${sent}; ${response}`,
    advice: [
      {
        suspect: 'The number is stored in an integer type of sixteen bits.',
        look: 'Store postal codes as text.',
      },
    ],
  }),
  'wrong-characters': cause<Holder & { value: string }>({
    title: 'a member of the address is stored with wrong characters',
    expected: 'every character as it was sent',
    actual: ({ holder, value }, response) => `${holder} is ${value}; ${response}`,
    advice: [advice.value],
  }),
  'never-updated': unchanged('a member of the address is never updated', advice.mapper),
  'member-lost': cause<Wrong>({
    title: 'a member of the address is lost',
    expected: "everything that was sent, as in the second user's read-back",
    actual: ({ members }, response) => `${members.join(', ')} missing; ${response}`,
    advice: [advice.mapper, advice.value],
  }),
};

const spelled = (name: string) => specifiedMembers.find((one) => normalised(one) === name) ?? name;

const failFor = <const Id extends string>(id: Id, all: readonly Compared[]) =>
  all.length > 0 && fail(id, { members: ofHarness(all.map(({ name }) => spelled(name))) });

/** The update is then repeated with an address in another town. */
export const neverUpdated = 'never updated';

type OverwritingClass = ReadingClass<AddressPair, FailOf<typeof overwritingCauses>>;

/** The first class that a reading shows decides. After a 202, each counts as `promised`. */
const violations: readonly OverwritingClass[] = [
  { name: 'late', violation: (read) => isLateByOne(read) && fail('stored-late') },
  {
    name: 'kept',
    violation: (read) =>
      seenIn(read).some(isKept) &&
      !seenIn(read).some(isStored) &&
      fail('not-stored', { lost: 'second' }),
  },
  {
    name: 'kept in part',
    violation: (read) => failFor('kept-in-part', seenIn(read).filter(isKept)),
  },
  { name: 'misplaced', violation: misplaced },
  {
    name: 'cut',
    violation: (read) => {
      const one = cutNumber(read);
      return (
        one && fail('number-cut', { value: fromTarget(one.value), sent: fromOperator(one.fresh) })
      );
    },
  },
  { name: 'damaged', violation: damaged },
  {
    name: 'first not stored',
    violation: (read) =>
      !read.isPromised && isFirstLost(read) && fail('not-stored', { lost: 'first' }),
  },
  {
    name: neverUpdated,
    // The two addresses may share a town or a street.
    passesOnce: true,
    violation: (read) => failFor('never-updated', stuckIn(read, isCountry)),
  },
  {
    name: 'lost',
    violation: (read) => {
      const isOthers = (one: Compared) =>
        read.others !== undefined && textOf(read.others, one.name).length >= shortest;
      return failFor('member-lost', lostIn(read).filter(isOthers));
    },
  },
  {
    name: 'address of before',
    violation: (read) => isNeverUpdated(read) && fail('not-stored', { lost: 'second' }),
  },
];

/** After a 202, a violation shows nothing: it may be too early. */
export const overwritingClasses: readonly OverwritingClass[] = [
  {
    name: 'promised',
    why: say`the update got 202 and is not carried out yet`,
    shows: (read) => read.isPromised && classify(violations, read).judgement.kind === 'fail',
  },
  ...violations,
  {
    name: 'unseen',
    why: say`the read-back contains nothing of what was sent`,
    shows: (read) => !isThere(read),
  },
];

/** Shorter values may be equal by chance. */
const longEnough = 4;

const isLine = ({ name }: Compared) => name.startsWith('line');

/**
 * Finds a member with exactly another's value after both updates. Address services reorder lines
 * and show other members in them. If the right value is elsewhere, that member may be the server's
 * own.
 */
function misplaced(read: Overwriting) {
  const seen = seenIn(read);
  const isUnknown = ({ name }: { name: string }) => !seen.some((one) => one.name === name);
  const holds = (one: SeenMember, { old, fresh }: Compared) =>
    one.value === fresh && one.before === old && Math.min(old.length, fresh.length) >= longEnough;
  for (const one of seen.filter((member) => !holds(member, member))) {
    const from = comparable(read.old, read.fresh).find(
      (other) => holds(one, other) && (!isLine(one) || isLine(other)),
    );
    const among = ({ leaves }: Stored) => (isLine(one) ? leaves : leaves.filter(isUnknown));
    const isElsewhere =
      isInTexts(among(read.before), one.old) || isInTexts(among(read.after), one.fresh);
    if (from && !isElsewhere)
      return fail('misplaced', {
        holder: ofHarness(spelled(one.name)),
        owner: ofHarness(spelled(from.name)),
      });
  }
  return undefined;
}

/** A line with a non-ASCII letter, and with characters that some formats escape. */
export const specialLine = "Tür 4 & O'Hara";

/** Decoded twice, or encoded and never decoded. Servers may fold letters and drop punctuation. */
const damage = [
  /T(?:Ã.{1,3}|√º|├╝|\uFFFD+|&(?:amp;)?uuml;|&#(?:0*252|x0*fc);)r/i,
  /T(?:%C3%BC|%FC|\\+u00fc|\\+xfc|=C3=BC)r/i,
  /4[ +]?(?:&amp;|&#0*38;|&#x0*26;|%26|\\+u0026)/i,
  /O(?:&#0*39;|&#x0*27;|&apos;|&rsquo;|\\+'|\\+u0027|%27|'')Hara/i,
];

/** Also looks at the city, which was sent with an escape in the same update. */
function damaged({ fresh, after }: Overwriting) {
  if (fresh['line2'] !== specialLine) return undefined;
  const names = Object.keys(fresh).map(normalised);
  const remainder = undecoded(String(fresh['city'] ?? ''))?.toLowerCase();
  const isDamaged = (text: string) =>
    damage.some((one) => one.test(text)) ||
    (remainder !== undefined && text.toLowerCase().includes(remainder));
  const one = [...after.named.values()].find(
    ({ name, plain }) => names.includes(name) && isDamaged(plain),
  );
  return (
    one &&
    fail('wrong-characters', {
      holder: ofHarness(spelled(one.name)),
      value: fromTarget(one.plain),
    })
  );
}

/** Excludes codes that stand for no country. */
const isCountry = ({ name, leaf }: SeenMember) =>
  name === 'countrycode' && /^(?!AA|NA|Q[M-Z]|X|ZZ)[A-Z]{2}$/i.test(leaf.plain);

/** No address service splits these, unlike a line. */
const required = ['city', 'postalCode'].map(normalised);

/** Sent members that are read back nowhere, not even in part, although two others are. */
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

export interface Isolation extends Reading {
  readonly marks: readonly string[];
  readonly own: Stored;
  /** Without the first user's address if both live in one household. */
  readonly before: Stored;
  readonly after: Stored;
  /** False if the second user has no address, and reads the first user's. */
  readonly isTold: boolean;
}

const ofOther = expecting(
  'the address as before',
  (_facts, response) => `after an update for the first user: ${response}`,
);

export const isolationCauses = {
  'stored-for-other': ofOther("an update changes another user's address"),
  'other-deleted': ofOther("an update deletes another user's address"),
  'other-changed': ofOther("another user's address changes with each update"),
};

const isForeign = ({ marks, before, after }: Isolation) =>
  marksIn(after, marks).length > marksIn(before, marks).length;

export const isolationClasses: readonly ReadingClass<Isolation, FailOf<typeof isolationCauses>>[] =
  [
    {
      name: 'of the household',
      why: say`the second user has no address, and sees the first user's`,
      shows: (read) => !read.isTold && isForeign(read),
    },
    {
      name: 'of the other user',
      violation: (read) => isForeign(read) && fail('stored-for-other'),
    },
    {
      name: 'deleted',
      violation: ({ before, after }) =>
        before.texts.length > 0 && after.texts.length === 0 && fail('other-deleted'),
    },
    {
      name: 'changed',
      // The user may move.
      passesOnce: true,
      violation: ({ before, after }) => isChanged(before, after) && fail('other-changed'),
    },
    {
      name: 'unseen',
      why: notReadBack,
      shows: ({ marks, own }) => marksIn(own, marks).length === 0,
    },
    {
      name: 'less',
      why: say`a part of the second user's address disappeared when the first user's was updated`,
      shows: ({ before, after }) => {
        const isGone = (text: string) => text.length >= shortest && !after.texts.includes(text);
        return after.texts.length < before.texts.length && before.texts.some(isGone);
      },
    },
  ];

/** Ignores missing members. */
function isChanged(before: Stored, after: Stored) {
  return specifiedMembers.map(normalised).some((name) => {
    const [old, fresh] = [textOf(before, name), textOf(after, name)];
    return old !== '' && fresh !== '' && old !== fresh;
  });
}

export interface Refusal extends Reading {
  readonly marks: Marks;
  readonly before: Stored;
  readonly after: Stored;
  /**
   * In repetitions: the suspicious reading, and the first address right after it was stored again.
   */
  readonly suspect?: { readonly after: Stored; readonly atFirst: Stored };
  /** Only this update contains them. If set, they are searched instead of the marks. */
  readonly words?: string;
}

const isOther = (marks: Marks, before: Stored, after: Stored) =>
  marksIn(after, marks.second).length > marksIn(before, marks.second).length ||
  marksIn(after, marks.first).length < marksIn(before, marks.first).length;

interface StoredChange {
  changes: readonly string[];
  /** Absent if several updates came before. */
  refusal?: string | undefined;
  /** Whether all changed members have values of that update. Absent if none has a value. */
  storesRefused?: boolean | undefined;
}

export const refusedUpdateCauses = {
  'address-changed': cause<StoredChange>({
    title: 'a refused update changes the stored address',
    expected: 'the stored address unchanged',
    actual: ({ changes, refusal }, response) => {
      const steps =
        refusal === undefined
          ? response
          : `the update: ${refusal}; then the read-back: ${response}`;
      return [...changes, steps].join('; ');
    },
  }),
};

function changed({ before, after, update }: Refusal) {
  const names = [...before.named.keys()].filter(
    (name) => before.named.get(name)?.plain !== after.named.get(name)?.plain,
  );
  const valueIn = ({ named }: Stored, name: string) =>
    JSON.stringify(named.get(name)?.plain) ?? 'no text';
  const sent = normalised(valueText(update?.request.body ?? ''));
  const now = names.flatMap((name) => after.named.get(name)?.text ?? []);
  return fail('address-changed', {
    changes: fromTarget(
      names.map(
        (name) => `${spelled(name)} was ${valueIn(before, name)}, now ${valueIn(after, name)}`,
      ),
    ),
    refusal: update && fromTarget(summarize(update)),
    storesRefused: update && now.length > 0 ? now.every((text) => sent.includes(text)) : undefined,
  });
}

export const refusalClasses: readonly ReadingClass<Refusal, FailOf<typeof refusedUpdateCauses>>[] =
  [
    {
      name: 'changed',
      violation: (read) => {
        const { words, marks, before, after } = read;
        const isStoredNow =
          words === undefined
            ? isOther(marks, before, after)
            : marksIn(after, [normalised(words)]).length > 0;
        return isStoredNow && changed(read);
      },
    },
    {
      name: 'rewritten',
      explanation: say`the stored address changes some time after an accepted update`,
      shows: ({ suspect, marks, before }) =>
        !!suspect &&
        isOther(marks, suspect.atFirst, before) &&
        !isOther(marks, before, suspect.after),
    },
  ];
