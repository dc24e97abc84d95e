import { until } from '../lagging.ts';
import type { Enquiry, Seen, User } from './enquiry.ts';
import { foreignPaths, general, type Leaves, type Marks, ownershipOf, showsData, varyingPaths } from './own-answers.ts';

// What told the users apart in a few answers may have been the replica that gave them, or the moment: two replicas name
// themselves, a price goes up and down. Before anybody is accused, each user is asked alone, many times.

/**
 * Milliseconds before each pair of requests: long enough at first for what is kept of another request to be gone, then of
 * no period with which contents or replicas could keep time. They count from the answer, so that what is judged again from
 * evidence waits for nothing.
 */
const pauses = [1_000, 10, 35, 5, 60, 20, 90, 15, 45, 0, 70, 30, 25, 80, 5, 50] as const;
/**
 * How often the two users' own values have to be seen, as a sum of shares: 2 is always. Replicas by chance come to
 * about 1, and to this in fewer than one of 10^8 rows; contents that go up and down, to which a pair is one look, in 10^5.
 */
const fewestOwn = 1.75;
/** Below, a user's answers are as often like the other's as like the user's own: nothing there tells the two apart. */
const fewestDoubted = 1.4;

/** Milliseconds before each time that one user asks as often at once as both did: a node that is busy then sends on to another. */
const crowdPauses = [500, 40, 15] as const;

/**
 * Answers to one user after which those show nothing any more of what the other asked, unless it is kept for seconds: not
 * where many workers each hold back one.
 */
const leftOver = pauses.length;

/** Many answers to one user while nobody else asks, a while after the answer `before`, on connections that nobody used. */
export async function askAlone(
  enquiry: Enquiry,
  user: User,
  before: Seen | undefined,
  step = 'alone',
): Promise<readonly Seen[]> {
  const all: Seen[] = [];
  for (const [nth, pause] of pauses.entries()) {
    const last = all.at(-1) ?? before;
    await until((last?.exchange.endedAt ?? 0) + pause);
    all.push(...(await enquiry.atOnce(`${step}-${nth}`, [user, user], true)));
  }
  return all;
}

/** So many answers at once to one user who was asked alone before: what load alone makes differ is no other user's. */
export async function askInCrowds(
  enquiry: Enquiry,
  user: User,
  before: Seen | undefined,
  atOnce: number,
): Promise<readonly Seen[]> {
  const all: Seen[] = [];
  const crowd = Array.from({ length: atOnce }, () => user);
  for (const [nth, pause] of crowdPauses.entries()) {
    const last = all.at(-1) ?? before;
    await until((last?.exchange.endedAt ?? 0) + pause);
    all.push(...(await enquiry.atOnce(`alone-crowd-${nth}`, crowd, true)));
  }
  return all;
}

/** Whether it was answered each time, and each time as `isOwn` has it. */
export function areAll(alone: readonly Seen[], isOwn: (seen: Seen) => boolean): boolean {
  return alone.length === pauses.length * 2 && alone.every(isOwn);
}

export interface Lasting {
  /** Those of the marks that either user's answers show when that user asks alone. */
  readonly marks: Marks;
  /** Whether there are others that do so often, but not always enough. */
  readonly isDoubtful: boolean;
}

/**
 * What is left of marks after each user was asked alone. Of answers in crowds nothing counts but what they show of the
 * other user's: a server may mix up one user's requests as well.
 */
export function lastingMarks(
  marks: Marks,
  first: readonly Leaves[],
  second: readonly Leaves[],
  crowds: readonly Pick<Seen, 'user' | 'leaves'>[] = [],
): Lasting {
  const ownOf = ([path, [mine, theirs]]: readonly [string, readonly [string | undefined, string | undefined]]) =>
    share(first, path, mine) + share(second, path, theirs);
  const late = (user: User, alone: readonly Leaves[]) => [
    ...alone.slice(leftOver),
    ...crowds.filter((one) => one.user === user).map(({ leaves }) => leaves),
  ];
  const spilt = new Set([
    ...spiltPaths(marks, 'first', late('first', first)),
    ...spiltPaths(marks, 'second', late('second', second)),
  ]);
  const steady = new Map([...marks].filter((mark) => !spilt.has(mark[0]) && ownOf(mark) >= fewestOwn));
  const own = { first: ownAnswers(steady, 'first', first), second: ownAnswers(steady, 'second', second) };
  const varying = varyingPaths(own.first, own.second);
  const isSteady = (path: string) => steady.has(path) && !varying.has(general(path));
  return {
    marks: new Map([...marks].filter(([path]) => isSteady(path))),
    isDoubtful: [...marks].some((mark) => !spilt.has(mark[0]) && !isSteady(mark[0]) && ownOf(mark) >= fewestDoubted),
  };
}

/**
 * Where a user who asks alone, long after the other, shows the other's value: it is that of a node which a hash of the
 * user chooses, unless it is busy. Data of the other user are no such thing.
 */
function spiltPaths(marks: Marks, user: User, answers: readonly Leaves[]): readonly string[] {
  return answers.flatMap((leaves) => (showsData(leaves, marks, user) ? [] : foreignPaths(leaves, marks, user)));
}

function share(answers: readonly Leaves[], path: string, value: string | undefined): number {
  return answers.length === 0 ? 0 : answers.filter((leaves) => leaves.get(path) === value).length / answers.length;
}

function ownAnswers(marks: Marks, user: User, answers: readonly Leaves[]): Leaves[] {
  return answers.filter((leaves) => ownershipOf(leaves, marks, user) === 'own');
}
