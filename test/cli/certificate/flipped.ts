import fc from 'fast-check';

/** Yields `count` copies of the bytes, each with one random bit flipped. */
export function* flipped(bytes: Uint8Array, count: number, seed: number): Generator<Buffer> {
  const places = fc.sample(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), {
    numRuns: count,
    seed,
  });
  for (const place of places) {
    const copy = Buffer.from(bytes);
    const at = place >> 3;
    copy[at] = (copy[at] ?? 0) ^ (1 << (place & 7));
    yield copy;
  }
}
