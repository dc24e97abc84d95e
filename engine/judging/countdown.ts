import { mergeRecords } from '../exchange/collections.ts';

/**
 * Another lifetime than the specified one is a violation, except if a server counts max-age down
 * while its own copy ages.
 */
export type Seen = Readonly<{
  first: number;
  last: number;
}>;

export type Lifetimes = Readonly<Record<string, Seen>>;

/** In seconds: both sides round to seconds, and the response takes time to arrive. */
const tolerance = 2.5;
/** With at most so many copies (of replicas or users), one copy at two ages suffices. */
const fewInstances = 4;
const mostInstances = 64;
/**
 * Lifetimes of one copy end at one moment. With more than `fewInstances` moments, each needs so
 * many lifetimes on average.
 */
const agesOfCopy = 2.5;
/**
 * `share`: the duration of all moments, divided by the number of lifetimes. With cached copies it
 * is at most this.
 */
const shareOfCopies = 0.8;
/** With random lifetimes, neighbouring moments merge into long ones: `share` exceeds this. */
const shareOfChance = 0.85;
/** So many lifetimes prove randomness if `share` exceeds `shareOfChance`. */
const tellingAges = 50;
const manyAges = 120;

export const addLifetime = (lifetimes: Lifetimes, lifetime: number, at: number): Lifetimes =>
  mergeLifetimes(lifetimes, { [lifetime]: { first: at, last: at } });

export const mergeLifetimes = (left: Lifetimes, right: Lifetimes): Lifetimes =>
  mergeRecords(left, right, (one, other) => ({
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
  }));

/**
 * Whether several lifetimes all end at the same few moments. `unclear` if the responses are too
 * close together, or too few for the number of copies.
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
  // Without a countdown, each lifetime ends at another moment, so there can be more moments.
  if (ages <= fewInstances || ages < moments.length || moments.length > mostInstances) return 'no';
  return (ages >= tellingAges && share > shareOfChance) || ages >= manyAges ? 'no' : 'unclear';
}

function clusters(moments: readonly number[]) {
  const found: { from: number; to: number }[] = [];
  for (const moment of [...moments].sort((left, right) => left - right)) {
    const last = found.at(-1);
    if (last && moment - last.to <= tolerance) last.to = moment;
    else found.push({ from: moment, to: moment });
  }
  return found;
}
