const sampleSize = 20;

/** All places, or evenly spread ones including the first and the last. */
export function sampled(length: number, size = sampleSize): number[] {
  if (length <= size) return Array.from({ length }, (_, at) => at);
  return Array.from({ length: size }, (_, at) => Math.round((at * (length - 1)) / (size - 1)));
}
