/** The most that came within one second, by the clock that noted the times. */
export function mostInASecond(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right);
  let first = 0;
  let most = 0;
  for (const [nth, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= 1_000) first++;
    most = Math.max(most, nth - first + 1);
  }
  return most;
}
