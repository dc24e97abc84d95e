/** Of the listing, how many ids are fetched at most. */
const sampleSize = 20;

/** Places in a listing of that length: all, or evenly spread ones with the first and the last among them. */
export function sampled(length: number, size = sampleSize): number[] {
  if (length <= size) return Array.from({ length }, (_, at) => at);
  return Array.from({ length: size }, (_, at) => Math.round((at * (length - 1)) / (size - 1)));
}
