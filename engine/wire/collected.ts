/** Bytes that come in pieces, in one buffer that grows: a body of a million pieces takes no more room than one of a single one. */
export class Collected {
  #buffer = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    const needed = this.#size + piece.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2, 1_024));
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#size);
    this.#size = needed;
  }

  /** What came so far; further pieces do not change it. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }
}
