import type { Share } from '../catalogue/index.ts';

/**
 * The probability that chance alone favours the first group at least this much (Fisher's exact
 * test, one-sided). 1 for empty groups.
 */
export function chanceOf(first: Share, second: Share) {
  const seen = first.times + second.times;
  const all = first.of + second.of;
  let chance = 0;
  for (let share = first.times; share <= Math.min(seen, first.of); share++) {
    chance += Math.exp(
      logChoose(first.of, share) + logChoose(second.of, seen - share) - logChoose(all, seen),
    );
  }
  return Math.min(1, chance);
}

const logChoose = (of: number, chosen: number) =>
  logFactorial(of) - logFactorial(chosen) - logFactorial(of - chosen);

/** Above 16, uses Stirling's series, whose error is below 1e-9 there. */
function logFactorial(number: number) {
  if (number > 16) {
    const series = 1 / (12 * number) - 1 / (360 * number ** 3);
    return (number + 0.5) * Math.log(number) - number + Math.log(2 * Math.PI) / 2 + series;
  }
  let product = 1;
  for (let factor = 2; factor <= number; factor++) product *= factor;
  return Math.log(product);
}
