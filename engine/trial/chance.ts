/** How often something was seen: `seen` times in `of` looks. */
export interface Count {
  readonly seen: number;
  readonly of: number;
}

/**
 * Returns the probability that chance alone favours the first of two groups at least this much, if sightings do not
 * depend on the group (Fisher's exact test, one-sided). 1 for empty groups.
 */
export function chanceOf(first: Count, second: Count): number {
  const seen = first.seen + second.seen;
  const all = first.of + second.of;
  let chance = 0;
  for (let share = first.seen; share <= Math.min(seen, first.of); share++) {
    if (seen - share > second.of) continue;
    chance += Math.exp(logChoose(first.of, share) + logChoose(second.of, seen - share) - logChoose(all, seen));
  }
  return Math.min(1, chance);
}

const logChoose = (of: number, chosen: number) => logFactorial(of) - logFactorial(chosen) - logFactorial(of - chosen);

const logFactorials = [0];

function logFactorial(number: number): number {
  for (let next = logFactorials.length; next <= number; next++) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  }
  return logFactorials[number] ?? 0;
}
