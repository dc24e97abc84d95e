import { type Cell, cellOf, moment, oddMoment, type Traits, unknownSize } from './traits.ts';

/** What all failing responses have and no passing one has. */
export interface Separation {
  /**
   * `user`, `method` or `status`. Otherwise a size from which on responses fail: the name of a
   * header in lowercase, `the URL`, `the request body`, `header fields`, or `moment` in
   * milliseconds since the epoch.
   */
  readonly attribute: string;
  /** Of the failing responses. Of a size, the least. */
  readonly value: string | number;
  /** Of the passing responses. Of a size, the largest, if it is known. */
  readonly others: readonly (string | number)[];
  /** The numbers of failing and of passing responses. */
  readonly failing: number;
  readonly passing: number;
  /** Set if only well-formed requests count. Others with that value pass, for example refusals. */
  readonly isOfWellFormed?: true;
  /** Set if each user for whom they fail later had responses that passed. */
  readonly isOfSameUsers?: true;
}

/** With fewer failing or passing responses, a split may be chance. */
const fewest = 3;

type Counted = Cell & { readonly count: number };
type Candidate = readonly [attribute: string, read: (cell: Cell) => string];

/**
 * Finds what splits the failing responses from the passing ones without exception. The simplest
 * comes first: a value, a size, a moment. Undefined if nothing does, or if there are fewer than
 * three responses on either side. A status is named only of a monitor's finding that may concern
 * something else: a member or a header (`isAboutPart`), or responses with several statuses pass.
 */
export function separationOf(
  failing: Traits,
  passing: Traits,
  isAboutPart: boolean | undefined,
): Separation | undefined {
  const [bad, good] = [countedCells(failing), countedCells(passing)];
  const statuses: readonly Candidate[] = [
    ['status', ({ status }) => status],
    ['status', ({ status }) => status.replace(/\d\d$/, 'xx')],
  ];
  const candidates: readonly [Candidate, ...Candidate[]] = [
    ['user', ({ user }) => user],
    ['method', ({ method }) => method],
    ...(mayBeStatus(bad, good, isAboutPart) ? statuses : []),
  ];
  const wellFormed = [bad, good].map((cells) => cells.filter((one) => one.isWellFormed));
  for (const candidate of candidates) {
    if (valuesOf(candidate, bad).length !== 1) continue;
    const found = splitByValue(candidate, bad, good);
    if (found) return found;
    const [some = [], others = []] = wellFormed;
    const ofSome = splitByValue(candidate, some, others);
    if (ofSome) return { ...ofSome, isOfWellFormed: true };
  }
  const byTime = splitByTime(failing, passing);
  const [failed = [], passed = []] = wellFormed.map((cells) => valuesOf(candidates[0], cells));
  return (
    splitBySize(failing, passing, total(bad), total(good)) ??
    (byTime && failed.every((user) => passed.includes(user))
      ? { ...byTime, isOfSameUsers: true }
      : byTime)
  );
}

function mayBeStatus(
  bad: readonly Cell[],
  good: readonly Cell[],
  isAboutPart: boolean | undefined,
): boolean {
  const isUsual = bad.every(({ status }) => /^[2-4]/.test(status));
  const several = new Set(good.map(({ status }) => status)).size > 1;
  return isUsual && isAboutPart !== undefined && (isAboutPart || several);
}

const countedCells = ({ cells }: Traits): readonly Counted[] =>
  Object.entries(cells).map(([text, count]) => ({ ...cellOf(text), count }));

const total = (cells: readonly Counted[]) => cells.reduce((sum, { count }) => sum + count, 0);

const valuesOf = ([, read]: Candidate, cells: readonly Cell[]) => [...new Set(cells.map(read))];

function splitByValue(
  candidate: Candidate,
  bad: readonly Counted[],
  good: readonly Counted[],
): Separation | undefined {
  const [value = ''] = valuesOf(candidate, bad);
  const others = valuesOf(candidate, good).sort();
  const counts = { failing: total(bad), passing: total(good) };
  return isEnough(counts) && !others.includes(value)
    ? { attribute: candidate[0], value, others, ...counts }
    : undefined;
}

const isEnough = (counts: Pick<Separation, 'failing' | 'passing'>) =>
  counts.failing >= fewest && counts.passing >= fewest;

function splitBySize(
  { sizes }: Traits,
  passing: Traits,
  failingCount: number,
  passingCount: number,
): Separation | undefined {
  const counts = { failing: failingCount, passing: passingCount };
  for (const [attribute, [count, least]] of Object.entries(sizes).sort()) {
    const [, , most = 0] = passing.sizes[attribute] ?? [];
    const isSplit = count === failingCount && least > most && least < unknownSize;
    if (isSplit && isEnough(counts) && attribute !== moment && attribute !== oddMoment)
      return { attribute, value: least, others: most === 0 ? [] : [most], ...counts };
  }
  return undefined;
}

/** Well-formed requests pass before a moment. Nothing fails before it, and all fail after it. */
function splitByTime(failing: Traits, passing: Traits): Separation | undefined {
  const [failed = 0, least = 0] = failing.sizes[moment] ?? [];
  const [passed = 0, , most = 0] = passing.sizes[moment] ?? [];
  const [, leastOdd = least] = failing.sizes[oddMoment] ?? [];
  const counts = { failing: failed, passing: passed };
  return isEnough(counts) && Math.min(least, leastOdd) > most
    ? { attribute: moment, value: least, others: [most], ...counts, isOfWellFormed: true }
    : undefined;
}
