import { expect, test } from 'vitest';
import { addLifetime, followsClock, type Lifetimes, mergeLifetimes } from '../../engine/judging/countdown.ts';

/** Lifetimes by the moments at which they were seen, in seconds. */
const seen = (...all: readonly (readonly [at: number, lifetime: number])[]): Lifetimes =>
  all.reduce<Lifetimes>((lifetimes, [at, lifetime]) => addLifetime(lifetimes, lifetime, at), {});

test.each([
  ['one value at once', seen([0, 180]), 'unclear'],
  ['one value, again a second later', seen([0, 180], [1, 180]), 'unclear'],
  ['one value for four seconds', seen([0, 180], [4, 180]), 'no'],
  ['one value for a minute', seen([0, 30], [20, 30], [60, 30]), 'no'],
  ['the rest, four seconds later', seen([0, 1234], [4, 1230]), 'yes'],
  ['the rest, rounded the other way', seen([0.4, 1234], [4.4, 1229]), 'yes'],
  ['the rest over a run', seen([0, 1234], [1, 1233], [2, 1232], [9, 1225]), 'yes'],
  ['the whole, then the rest', seen([0, 1800], [3, 1797]), 'yes'],
  ['two instances with copies of their own', seen([0, 1234], [0, 90], [4, 1230], [4, 86]), 'yes'],
  [
    'six copies, one for each of two users on three replicas',
    seen(...[0, 1, 2, 3].flatMap((at) => [1750, 1600, 1400, 1100, 800, 300].map((left) => [at, left - at] as const))),
    'yes',
  ],
  ['any value', seen(...Array.from({ length: 40 }, (_, at) => [at / 8, 600 + ((at * 467) % 1200)] as const)), 'no'],
  ['another value for each user', seen([0, 1800], [0, 180], [4, 1800], [4, 180]), 'no'],
  ['the right value and another at once', seen([0, 1800], [0.5, 180]), 'unclear'],
])('%s: %o is %s', (_what, lifetimes, expected) => {
  expect(followsClock(lifetimes)).toBe(expected);
});

test('merging is commutative and associative', () => {
  const [a, b, c] = [seen([1, 5], [9, 4]), seen([0, 5]), seen([3, 4], [2, 7])];
  expect(mergeLifetimes(a, b)).toEqual(mergeLifetimes(b, a));
  expect(mergeLifetimes(mergeLifetimes(a, b), c)).toEqual(mergeLifetimes(a, mergeLifetimes(b, c)));
});
