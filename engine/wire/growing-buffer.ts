/** A body in a million pieces takes no more memory than one in a single piece. */
export class GrowingBuffer {
  readonly #usual: number;
  #buffer = Buffer.alloc(0);
  #size = 0;

  /** The buffer doubles up to `usual` bytes. Beyond that, it grows only to the needed size. */
  constructor(usual: number) {
    this.#usual = usual;
  }

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    const needed = this.#size + piece.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(
        Math.max(needed, Math.min(this.#buffer.length * 2, this.#usual), 1_024),
      );
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#size);
    this.#size = needed;
  }

  /** Later pieces do not change them. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }
}
