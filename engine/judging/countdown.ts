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
/** Copies of the listing, each of its own age: so many instances of a server behind one address, with one for each user. */
const maxInstances = 12;
/** Of more copies than these, each has to be seen to grow older. */
const fewInstances = 4;

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
 * all answers came too close together to tell.
 */
export function followsClock(lifetimes: Lifetimes): 'yes' | 'no' | 'unclear' {
  const all = Object.entries(lifetimes);
  const expiries = all.flatMap(([lifetime, { first, last }]) => [Number(lifetime) + first, Number(lifetime) + last]);
  const instances = clusters(expiries);
  const isFollowed = all.length > instances && (instances <= fewInstances || all.length >= 2 * instances);
  if (isFollowed && instances <= maxInstances) return 'yes';
  const times = all.flatMap(([, { first, last }]) => [first, last]);
  return Math.max(...times) - Math.min(...times) > tolerance ? 'no' : 'unclear';
}

function clusters(moments: readonly number[]): number {
  const sorted = [...moments].sort((left, right) => left - right);
  return sorted.filter((moment, at) => at === 0 || moment - (sorted[at - 1] ?? 0) > tolerance).length;
}
