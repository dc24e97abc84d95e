import { expect, test } from 'vitest';
import {
  addLifetime,
  followsClock,
  type Lifetimes,
  mergeLifetimes,
} from '../../../engine/judging/countdown.ts';

/** Returns the lifetimes that were seen at these times, both in seconds. */
const seen = (...all: readonly (readonly [at: number, lifetime: number])[]): Lifetimes =>
  all.reduce<Lifetimes>((lifetimes, [at, lifetime]) => addLifetime(lifetimes, lifetime, at), {});

const each = (count: number) => Array.from({ length: count }, (_, nth) => nth);
/** The duration of a run in seconds. */
const duration = 15;
const constant = (nth: number) => [
  [0, 1_700 - nth * 100] as const,
  [4, 1_700 - nth * 100] as const,
];
/** Pseudo-random numbers from 0 to 1, the same in each run. */
const drawn = (count: number, seed: number) =>
  each(count).map((nth) => Math.abs(Math.sin((nth + 1) * seed) * 1e4) % 1);

/**
 * Returns responses from several cached copies, which were cached up to `withinS` seconds before
 * the run.
 */
function copies(count: number, answers: number, withinS: number) {
  const ages = drawn(count, 12.9898).map((share) => share * withinS);
  return drawn(answers, 78.233).map((share, nth) => {
    const at = share * duration;
    return [at, Math.floor(1_800 - at - (ages[nth % count] ?? 0))] as const;
  });
}

/** Returns responses with random lifetimes, at most `overS` seconds below the stated one. */
function byChance(answers: number, overS: number) {
  const lifetimes = drawn(answers, 12.9898).map((share) => 1_800 - Math.floor(share * overS));
  return drawn(answers, 78.233).map(
    (share, nth) => [share * duration, lifetimes[nth] ?? 0] as const,
  );
}

/**
 * Returns `ages` responses, one every three seconds, from each copy in turn. The expiry times that
 * one copy's responses imply differ by `spread` seconds from first to last.
 */
const pointing = (copies: number, ages: number, spread = 0) =>
  seen(
    ...each(ages).map((nth) => {
      const [copy, turn] = [nth % copies, Math.floor(nth / copies)];
      const last = Math.ceil((ages - copy) / copies) - 1;
      const moment = 1_000 * (copy + 1) + Math.round((spread * turn) / Math.max(1, last));
      return [3 * nth, moment - 3 * nth] as const;
    }),
  );

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
    seen(
      ...[0, 1, 2, 3].flatMap((at) =>
        [1750, 1600, 1400, 1100, 800, 300].map((left) => [at, left - at] as const),
      ),
    ),
    'yes',
  ],
  [
    'another value for each of five, for four seconds',
    seen(...each(5).flatMap((nth) => constant(nth))),
    'no',
  ],
  ['sixteen copies on the way of a run', seen(...copies(16, 200, 1_800)), 'yes'],
  ['forty copies on the way of a run', seen(...copies(40, 200, 1_800)), 'yes'],
  ['forty copies that were made within a minute', seen(...copies(40, 200, 60)), 'yes'],
  ['forty copies, asked for twenty times', seen(...copies(40, 20, 1_800)), 'unclear'],
  ['five copies, one of them seen once', seen(...copies(5, 9, 1_800)), 'unclear'],
  ['values by chance over five minutes', seen(...byChance(200, 300)), 'no'],
  ['values by chance over a minute and a half', seen(...byChance(120, 90)), 'no'],
  ['values by chance over half an hour', seen(...byChance(200, 1_700)), 'no'],
  ['values by chance, twenty times', seen(...byChance(20, 300)), 'unclear'],
  [
    'any value',
    seen(...Array.from({ length: 100 }, (_, at) => [at / 8, 600 + ((at * 467) % 1200)] as const)),
    'no',
  ],
  ['another value for each user', seen([0, 1800], [0, 180], [4, 1800], [4, 180]), 'no'],
  ['the right value and another at once', seen([0, 1800], [0.5, 180]), 'unclear'],
  [
    'the right value and another, as far apart as times may be off',
    seen([0, 1800], [2.5, 180]),
    'unclear',
  ],
  ['the rest, as far off as times may be', seen([0, 1800], [4.5, 1798]), 'yes'],
  ['four copies, one of which is seen to grow older', pointing(4, 5), 'yes'],
  ['four values, each once', pointing(4, 4), 'no'],
  ['five values, each once, which may be copies', pointing(5, 5), 'unclear'],
  ['six copies, seen fifteen times, as far off as copies may be', pointing(6, 15, 2), 'yes'],
  ['six copies, seen fourteen times', pointing(6, 14), 'unclear'],
  ['as many copies as may be, each seen once', pointing(64, 64), 'unclear'],
  ['more values than there may be copies', pointing(65, 65), 'no'],
  ['moments that run into each other, seen fifty times', pointing(5, 50, 9), 'no'],
  ['moments that run into each other, seen once less', pointing(5, 49, 9), 'unclear'],
  [
    'moments that nearly run into each other, seen a hundred times',
    pointing(5, 100, 17),
    'unclear',
  ],
  ['two ages for each moment, a hundred and twenty in all', pointing(60, 120, 1), 'no'],
  ['two ages for each moment, one less in all', pointing(60, 119, 1), 'unclear'],
])('%s', (_what, lifetimes, expected) => {
  expect(followsClock(lifetimes)).toBe(expected);
});

test('merging is commutative and associative', () => {
  const [a, b, c] = [seen([1, 5], [9, 4]), seen([0, 5]), seen([3, 4], [2, 7])];
  expect(mergeLifetimes(a, b)).toEqual(mergeLifetimes(b, a));
  expect(mergeLifetimes(mergeLifetimes(a, b), c)).toEqual(mergeLifetimes(a, mergeLifetimes(b, c)));
});

test.each<[expected: string, first: number, later: number]>([
  ['no', 580, 10],
  ['yes', 110, 20],
])(
  'expiry times that are apart follow a clock: %s, in any order of responses',
  (expected, first, later) => {
    const at = (moment: number) => ({ first: moment, last: moment });
    expect(followsClock({ 1700: at(first), 1790: at(later) })).toBe(expected);
  },
);
