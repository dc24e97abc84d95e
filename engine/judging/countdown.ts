/**
 * A lifetime other than the stated one is a contradiction, unless it is the rest of it: a server may count max-age down
 * from the stated value while its own copy ages. One answer cannot tell the two apart, several at different times can.
 */
export interface Seen {
  /** Seconds since the epoch at which that lifetime was first and last seen. */
  readonly first: number;
  readonly last: number;
}

/** By lifetime in seconds. Plain data: merges in any order. */
export type Lifetimes = Readonly<Record<string, Seen>>;

/** How far times may be off: rounding to seconds on both sides, and the way of the answer. */
const tolerance = 2.5;
/** Copies of the listing, each of its own age, that are believed as soon as one is seen to grow older: replicas, users. */
const fewInstances = 4;
/** More than anybody has, instances of a server for each of its users. */
const mostInstances = 64;
/**
 * What tells many copies from lifetimes by chance. A copy is seen at several ages, which point at one moment: many ages for
 * each moment, and moments that are short beside all the ages. Of chance, either there are few ages for each moment, or the
 * moments run into each other.
 */
const agesOfCopy = 2.5;
const shareOfCopies = 0.8;
const shareOfChance = 0.85;
/** Ages that have to be seen before they prove chance. */
const tellingAges = 50;
const manyAges = 120;

export function addLifetime(lifetimes: Lifetimes, lifetime: number, at: number): Lifetimes {
  return mergeLifetimes(lifetimes, { [lifetime]: { first: at, last: at } });
}

export function mergeLifetimes(left: Lifetimes, right: Lifetimes): Lifetimes {
  const merged: Record<string, Seen> = { ...left };
  for (const [lifetime, seen] of Object.entries(right)) {
    const known = merged[lifetime];
    merged[lifetime] = known
      ? { first: Math.min(known.first, seen.first), last: Math.max(known.last, seen.last) }
      : seen;
  }
  return merged;
}

/**
 * Whether lifetimes follow the clock: several values, which all point at the same few moments of expiry. `unclear` where
 * all answers came too close together to tell, or too few for so many copies.
 */
export function followsClock(lifetimes: Lifetimes): 'yes' | 'no' | 'unclear' {
  const all = Object.entries(lifetimes);
  const expiries = all.flatMap(([lifetime, { first, last }]) => [Number(lifetime) + first, Number(lifetime) + last]);
  const moments = clusters(expiries);
  const ages = all.length;
  const share = moments.reduce((sum, { from, to }) => sum + to - from, 0) / ages;
  if (moments.length <= fewInstances && ages > moments.length) return 'yes';
  if (moments.length > fewInstances && ages >= agesOfCopy * moments.length && share <= shareOfCopies) return 'yes';
  const times = all.flatMap(([, { first, last }]) => [first, last]);
  if (Math.max(...times) - Math.min(...times) <= tolerance) return 'unclear';
  // Values that stay what they are point at one moment after the other.
  if (ages <= fewInstances || ages < moments.length || moments.length > mostInstances) return 'no';
  return (ages >= tellingAges && share > shareOfChance) || ages >= manyAges ? 'no' : 'unclear';
}

/** Moments that are as good as one, from the first to the last. */
function clusters(moments: readonly number[]): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const moment of [...moments].sort((left, right) => left - right)) {
    const last = found.at(-1);
    if (last && moment - last.to <= tolerance) last.to = moment;
    else found.push({ from: moment, to: moment });
  }
  return found;
}
