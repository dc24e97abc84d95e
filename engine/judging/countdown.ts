import { mergeRecords } from '../exchange/merge-records.ts';

/**
 * When a cache lifetime was seen. A lifetime other than the specified one is a violation, with one
 * exception. A server may count max-age down while its own cached copy ages. Only several responses
 * at different times can show this.
 */
export interface Seen {
  /** When the lifetime was first and last seen, in seconds since the epoch. */
  readonly first: number;
  readonly last: number;
}

/** Sightings by lifetime in seconds. Plain data that can be merged in any order. */
export type Lifetimes = Readonly<Record<string, Seen>>;

/** Tolerance in seconds: both sides round to seconds, and the response takes time to arrive. */
const tolerance = 2.5;
/**
 * With at most this many cached copies (of replicas or users), it suffices to see one copy at two
 * ages.
 */
const fewInstances = 4;
/** The most cached copies that any server has, over all its instances and users. */
const mostInstances = 64;
/**
 * All lifetimes from one cached copy end at the same moment of expiry. If there are more than
 * `fewInstances` moments, the average moment must have at least this many lifetimes.
 */
const agesOfCopy = 2.5;
/**
 * Expiries that are close together form one moment, which lasts from the earliest to the latest of
 * them. `share` is the total duration of all moments, divided by the number of different lifetimes.
 * With cached copies it is at most this.
 */
const shareOfCopies = 0.8;
/** With random lifetimes, neighbouring moments merge into long ones, and `share` exceeds this. */
const shareOfChance = 0.85;
/** This many different lifetimes prove randomness if `share` exceeds `shareOfChance`. */
const tellingAges = 50;
/** This many different lifetimes prove randomness, however long the moments last. */
const manyAges = 120;

/** Adds that a lifetime in seconds was seen at that time, in seconds since the epoch. */
export function addLifetime(lifetimes: Lifetimes, lifetime: number, at: number): Lifetimes {
  return mergeLifetimes(lifetimes, { [lifetime]: { first: at, last: at } });
}

/** Merges what two shards have seen. The order does not matter. */
export function mergeLifetimes(left: Lifetimes, right: Lifetimes): Lifetimes {
  return mergeRecords(left, right, (one, other) => ({
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
  }));
}

/**
 * Whether the lifetimes count down: several values that all end at the same few moments of expiry.
 * `unclear` if the responses are too close together, or too few for the number of copies.
 */
export function followsClock(lifetimes: Lifetimes): 'yes' | 'no' | 'unclear' {
  const all = Object.entries(lifetimes);
  const expiries = all.flatMap(([lifetime, { first, last }]) => [
    Number(lifetime) + first,
    Number(lifetime) + last,
  ]);
  const moments = clusters(expiries);
  const ages = all.length;
  const share = moments.reduce((sum, { from, to }) => sum + to - from, 0) / ages;
  if (moments.length <= fewInstances && ages > moments.length) return 'yes';
  if (
    moments.length > fewInstances &&
    ages >= agesOfCopy * moments.length &&
    share <= shareOfCopies
  )
    return 'yes';
  const times = all.flatMap(([, { first, last }]) => [first, last]);
  if (Math.max(...times) - Math.min(...times) <= tolerance) return 'unclear';
  // Without a countdown, a lifetime ends at a different moment each time. So there can be more
  // moments than lifetimes.
  if (ages <= fewInstances || ages < moments.length || moments.length > mostInstances) return 'no';
  return (ages >= tellingAges && share > shareOfChance) || ages >= manyAges ? 'no' : 'unclear';
}

/** Groups moments that are equal within the tolerance. */
function clusters(moments: readonly number[]): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const moment of [...moments].sort((left, right) => left - right)) {
    const last = found.at(-1);
    if (last && moment - last.to <= tolerance) last.to = moment;
    else found.push({ from: moment, to: moment });
  }
  return found;
}
