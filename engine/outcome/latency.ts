import { mergeRecords } from '../exchange/collections.ts';

/** Response times by bucket. A doubling of the time is 16 buckets. */
export interface Histogram {
  readonly counts: Record<string, number>;
  maxMs: number;
}

export type Latencies = Readonly<Record<string, Histogram>>;

const perOctave = 16;

export const emptyHistogram = (): Histogram => ({ counts: {}, maxMs: 0 });

export function addTime(histogram: Histogram, ms: number) {
  const bucket = String(Math.round(Math.log2(Math.max(ms, 0.25)) * perOctave));
  histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
  histogram.maxMs = Math.max(histogram.maxMs, ms);
}

export function addLatencies(left: Histogram, right: Histogram): Histogram {
  const counts = mergeRecords(left.counts, right.counts, (one, other) => one + other);
  return { counts, maxMs: Math.max(left.maxMs, right.maxMs) };
}

export const total = ({ counts }: Histogram) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The quantile `at` (0 to 1) of the response times, in milliseconds, exact to about 2 %. */
export function percentile(histogram: Histogram, at: number) {
  const buckets = Object.entries(histogram.counts)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([left], [right]) => left - right);
  let left = total(histogram) * at;
  for (const [bucket, count] of buckets) {
    left -= count;
    if (left <= 0) return Math.min(2 ** (bucket / perOctave), histogram.maxMs);
  }
  return histogram.maxMs;
}
