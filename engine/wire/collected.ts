/** Bytes that come in pieces, in one buffer that grows: a body of a million pieces takes no more room than one of a single one. */
export class Collected {
  readonly #usual: number;
  #buffer = Buffer.alloc(0);
  #size = 0;

  /** `usual`: bytes beyond which there is hardly ever more, so that no room is kept for twice as many. */
  constructor(usual: number) {
    this.#usual = usual;
  }

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    const needed = this.#size + piece.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(this.#buffer.length * 2, this.#usual), 1_024));
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
