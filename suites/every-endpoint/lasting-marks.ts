import type { Enquiry, Seen, User } from './enquiry.ts';
import { foreignPaths, general, type Leaves, type Marks, ownershipOf, showsData, varyingPaths } from './own-answers.ts';

// A value that differs between the users in a few responses may depend on the replica or the time instead. Examples are
// a replica's name and a price. So before a violation is reported, each user is requested alone many times.

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

/** Collects many responses for one user alone, on new connections, starting some time after the response `before`. */
export async function askAlone(
  enquiry: Enquiry,
  user: User,
  before: Seen | undefined,
  step = 'alone',
): Promise<readonly Seen[]> {
  const all: Seen[] = [];
  for (const [nth, pause] of pauses.entries()) {
    const last = all.at(-1) ?? before;
    await enquiry.until((last?.exchange.endedAt ?? 0) + pause);
    all.push(...(await enquiry.atOnce(`${step}-${nth}`, [user, user], true)));
  }
  return all;
}

/** Collects concurrent responses for one user. Values that differ only under load are not the other user's data. */
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
    await enquiry.until((last?.exchange.endedAt ?? 0) + pause);
    all.push(...(await enquiry.atOnce(`alone-crowd-${nth}`, crowd, true)));
  }
  return all;
}

/** Whether every request got a response, and `isOwn` accepts all of them. */
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
 * Returns the marks that remain after requests for each user alone. Concurrent responses only remove marks, because a
 * server may also mix up the requests of one user.
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
