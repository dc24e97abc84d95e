import { expect, test } from 'vitest';
import { type Ask, longestLag } from '../../../engine/index.ts';
import { recurring } from '../../../engine/trial/recurring.ts';

/**
 * Runs `recurring` on a simulated clock. Returns the times of all its attempts, and the time of the
 * one it returns.
 */
async function looked(shows: (at: number, isAgain: boolean) => boolean) {
  const at: number[] = [];
  let now = 1_000;
  const until = async (moment: number) => {
    now = Math.max(now, moment);
  };
  const pauses = { first: [0, 100], again: [0, 50, 50] };
  const found = await recurring({ until } as Ask, pauses, async (_nth, isAgain) => {
    at.push(now);
    return { shows: shows(now, isAgain), endedAt: now };
  });
  return { at, found: found?.endedAt };
}

const later = 1_000 + longestLag;
const last = later + 200;
test.each<[string, Parameters<typeof looked>[0], readonly number[], number | undefined]>([
  ['never shows', () => false, [1_000, 1_100], undefined],
  ['always shows', () => true, [1_000, later], later],
  [
    'shows at first only',
    (_at, isAgain) => !isAgain,
    [1_000, later, later + 50, later + 100],
    undefined,
  ],
  [
    'shows at last',
    (at) => at === 1_100 || at === last,
    [1_000, 1_100, later + 100, later + 150, last],
    last,
  ],
])('a defect that %s', async (_what, shows, at, found) => {
  expect(await looked(shows)).toEqual({ at, found });
});
