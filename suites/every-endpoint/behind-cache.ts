import { type Bound, fail, type Judgement } from '../../engine/index.ts';
import { mixedInTurns } from './apart-after-pause.ts';
import type { Enquiry, Seen, User } from './enquiry.ts';
import { areAll, askAlone } from './lasting-marks.ts';
import {
  contentOf,
  foreignPath,
  type Leaves,
  type Marks,
  marksOf,
  ownershipOf,
  takeOn,
  varyingPaths,
} from './own-answers.ts';

// A cache whose key lacks the user sends the second user the first user's response every time. Both users then seem to
// have the same data. There are two ways past the cache: a URL that it has not seen, and a pause until its entries
// expire.

/** An endpoint whose responses do not differ between the two users, with these responses. */
export interface Alike {
  readonly alike: Enquiry;
  readonly first: readonly Seen[];
  readonly second: readonly Seen[];
}

/** Milliseconds for which short-lived caches keep an answer, each with some to spare; the next where it may be kept longer. */
const patienceMs = {
  quick: [],
  standard: [2_500, 11_000],
  deep: [2_500, 11_000, 62_000],
} as const satisfies Record<Bound['depth'], readonly number[]>;

/** Finds out whether a cache hides the second user's own response. Returns a violation if so, and nothing otherwise. */
export async function lookBehindCache({ alike, first, second }: Alike, depth: Bound['depth']): Promise<Judgement[]> {
  const known = [...first, ...second];
  const elsewhere = await askElsewhere(alike, known);
  if (elsewhere) return elsewhere;
  const before: Before = { known, mayBeMixed: areAlike(known) || areMixed(first, second) };
  for (const [nth, ms] of patienceMs[depth].entries()) {
    const found = await waitForIt(alike, before, ms, nth === 0 ? '' : `${nth + 1}-`);
    if (found) return found;
    // For longer only where the answers say something, and are the same each time.
    if (!known.some(saysSomething) || !areAlike(known)) return [];
  }
  return [];
}

/** What both users were answered with before, and whether it may be a mixture. */
interface Before {
  readonly known: readonly Seen[];
  readonly mayBeMixed: boolean;
}

/** What varies for either was once the same for both: several caches that take turns may have it, some of which forgot. */
function areMixed(first: readonly Seen[], second: readonly Seen[]): boolean {
  const [mine, theirs] = [first.map(leavesIn), second.map(leavesIn)];
  return takeOn(mine, theirs, varyingPaths(mine, theirs));
}

/** At addresses that nobody asked before: the first user is answered as always, the second otherwise. */
async function askElsewhere(enquiry: Enquiry, known: readonly Seen[]): Promise<Judgement[] | undefined> {
  const theirs = await enquiry.once('elsewhere-0', 'second', true);
  const mine = await enquiry.once('elsewhere-1', 'first', true);
  if (!theirs || !mine || saysTheSame(theirs, mine)) return undefined;
  const marks = marksOf([...known, mine].map(leavesIn), [theirs.leaves]);
  if (marks.size === 0) return undefined;
  const foreign: Seen[] = [];
  let own = 0;
  for (const [nth, sign] of [...freshAndPlain, ...moreOfThem].entries()) {
    // Every plain answer is the first user's: what is kept goes by the address. Some are: it goes by the connection.
    if (nth === freshAndPlain.length && own === 0) break;
    const seen = await enquiry.once(`elsewhere-${nth + 2}`, 'second', sign === 'f');
    if (!seen) return undefined;
    const isOwn = isOf(seen, marks, 'second');
    if (!isOwn && (sign === 'f' || !isOf(seen, marks, 'first'))) return undefined;
    if (!isOwn) foreign.push(seen);
    else if (sign === 'p') own++;
  }
  const [kept] = foreign;
  const way = 'from a URL that was never requested, on a new connection';
  return kept && foreign.length >= fewestKept ? [judged(enquiry, kept, marks, way)] : undefined;
}

const fewestKept = 3;

/**
 * In what order the second user asks at addresses that nobody asked before and at the plain one. Replicas that take turns
 * show a difference soon, and by chance it takes 2^20 runs until all of those meet one replica and all of these another.
 */
const freshAndPlain = 'fppfpffpfpfppf';
const moreOfThem = 'fpffpfpffpfpffpffpff';

/**
 * Whoever asks first after the pause gets his own, and the other the same: three times in turn. Then either user alone has
 * to get his own and nothing else, twice, so that it is no content that goes up and down for both, and no replica.
 */
async function waitForIt(
  enquiry: Enquiry,
  before: Before,
  ms: number,
  prefix: string,
): Promise<Judgement[] | undefined> {
  const found = await waitInTurn(enquiry, before, ms, { step: `${prefix}pause`, turns });
  if (!found || !('asBefore' in found)) return found;
  // What both got may have been the second user's.
  const turned = turns.map(([asking, other]) => [other, asking] as const);
  const step = `${prefix}turned`;
  const both = { ...before, known: [...before.known, found.asBefore] };
  const otherwise = await waitInTurn(enquiry, both, ms, { step, turns: turned });
  return otherwise && 'asBefore' in otherwise ? undefined : otherwise;
}

/** An empty list is the same for many. */
const saysSomething = ({ leaves }: Seen) => leaves.size > 0;

interface Turns {
  readonly step: string;
  readonly turns: readonly (readonly [asking: User, other: User])[];
}

/** `asBefore`, the last answer, where whoever asks first after the first pause gets what was answered before it. */
async function waitInTurn(
  enquiry: Enquiry,
  { known, mayBeMixed }: Before,
  ms: number,
  { step, turns: inOrder }: Turns,
): Promise<Judgement[] | { readonly asBefore: Seen } | undefined> {
  let marks: Marks = new Map();
  let last = known.at(-1);
  const all = known.map(leavesIn);
  // From the last answer on: what is judged again from evidence waits for nothing.
  const wait = () => enquiry.until((last?.exchange.endedAt ?? 0) + ms);
  for (const [nth, [asking, other]] of inOrder.entries()) {
    await wait();
    const own = await enquiry.once(`${step}-${nth}`, asking);
    const kept = await enquiry.once(`${step}-${nth}-other`, other);
    if (!own || !kept) return undefined;
    if (nth === 0 && mayBeMixed && !saysTheSame(own, kept)) return inTurns(enquiry, kept, ms, step);
    if (last && saysTheSame(own, last)) return nth === 0 ? { asBefore: kept } : undefined;
    // What was known is the other user's.
    if (nth === 0) marks = asking === 'second' ? marksOf(all, [own.leaves]) : marksOf([own.leaves], all);
    if (marks.size === 0 || !isOf(own, marks, asking) || !isOf(kept, marks, asking)) return undefined;
    last = kept;
  }
  const foreign = last;
  // In no turns: a content that is another after every pause keeps time with turns.
  const [before, lately] = inOrder.slice(-2).map(([asking]) => asking);
  for (const [nth, user] of [lately, before, before, lately].entries()) {
    if (!user) return undefined;
    await wait();
    const alone = await askAlone(enquiry, user, last, `${step}-alone-${nth}`);
    if (!areAll(alone, (seen) => isOf(seen, marks, user))) return undefined;
    last = alone.at(-1);
  }
  return foreign && [judged(enquiry, foreign, marks, 'after a pause')];
}

async function inTurns(enquiry: Enquiry, last: Seen, ms: number, step: string): Promise<Judgement[] | undefined> {
  const found = await mixedInTurns(enquiry, last, ms, quickTurns, `${step}-`);
  return found && [judged(enquiry, found.foreign, found.marks, 'after a pause')];
}

const quickTurns = [...'fssfsffssffsfssf'].map((sign): User => (sign === 'f' ? 'first' : 'second'));

const turns: Turns['turns'] = [
  ['second', 'first'],
  ['first', 'second'],
  ['second', 'first'],
];

/** In any order: that of a list may be another every time. */
const saysTheSame = (one: Seen, other: Seen) => contentOf(one.body, new Set()) === contentOf(other.body, new Set());
const areAlike = (all: readonly Seen[]) => all.every((one) => all[0] && saysTheSame(one, all[0]));
const leavesIn = ({ leaves }: Seen): Leaves => leaves;
const isOf = ({ leaves }: Seen, marks: Marks, user: User) => ownershipOf(leaves, marks, user) === 'own';

function judged({ name }: Enquiry, { user, leaves, exchange }: Seen, marks: Marks, way: string): Judgement {
  return fail(
    "a response contains another user's data",
    `the ${name} that the ${user} user gets ${way}`,
    `the other user's value at ${foreignPath(leaves, marks, user)}`,
    exchange,
  );
}
