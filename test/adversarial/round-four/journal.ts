export interface Entry {
  readonly kind: 'registered' | 'address-changed' | 'address-cleared' | 'order-placed';
  readonly data: unknown;
}

/** Keeps everything that happened, by stream, and nothing else; what is true now is folded from it. */
export class Journal {
  readonly #streams = new Map<string, Entry[]>();

  append(stream: string, entry: Entry): void {
    const entries = this.#streams.get(stream) ?? [];
    entries.push(entry);
    this.#streams.set(stream, entries);
  }

  fold<State>(stream: string, start: State, step: (state: State, entry: Entry) => State): State {
    return (this.#streams.get(stream) ?? []).reduce(step, start);
  }
}
