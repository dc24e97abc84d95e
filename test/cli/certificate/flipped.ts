import fc from 'fast-check';

/** The same bytes with one bit turned over: so many times, the places drawn from a seed. */
export function* flipped(bytes: Uint8Array, count: number, seed: number): Generator<Buffer> {
  const places = fc.sample(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), { numRuns: count, seed });
  for (const place of places) {
    const copy = Buffer.from(bytes);
    const at = place >> 3;
    copy[at] = (copy[at] ?? 0) ^ (1 << (place & 7));
    yield copy;
  }
}
