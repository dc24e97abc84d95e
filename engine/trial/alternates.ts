/** In milliseconds since the epoch. */
export interface Sighting {
  readonly is: boolean;
  readonly at: number;
}

/**
 * A single edit may go back and forth only until all replicas have it, which takes less than
 * `gapMs`.
 */
export function alternates(sightings: readonly Sighting[], gapMs: number) {
  const firstAfter = (is: boolean, at: number) =>
    Math.min(...sightings.filter((one) => one.is === is && one.at >= at).map((one) => one.at));
  return [true, false].some((is) => {
    const gone = firstAfter(!is, firstAfter(is, 0) + gapMs);
    return firstAfter(is, gone + gapMs) < Infinity;
  });
}
