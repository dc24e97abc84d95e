import { expect, test } from 'vitest';
import { chanceOf } from '../../../engine/trial/chance.ts';

test.each([
  [1, 1, 0, 1, 1 / 2],
  [2, 2, 0, 2, 1 / 6],
  [3, 3, 1, 3, 1 / 5],
  [2, 4, 2, 4, 53 / 70],
  [1, 3, 3, 3, 1],
  [0, 3, 2, 3, 1],
  [0, 0, 0, 0, 1],
  [13, 13, 0, 13, 1 / 10_400_600],
  [17, 18, 1, 18, 325 / 9_075_135_300],
])('%d of %d, and %d of %d in the other group', (seen, of, seenElsewhere, ofElsewhere, chance) => {
  expect(
    chanceOf({ times: seen, of }, { times: seenElsewhere, of: ofElsewhere }) / chance,
  ).toBeCloseTo(1, 8);
});
