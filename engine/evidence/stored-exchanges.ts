import { closeSync, openSync, readSync } from 'node:fs';
import type { Exchange } from '../exchange/exchange.ts';
import { parsedJson } from '../schema/json-value.ts';
import { type EvidenceEntry, fromEntry } from './har-entry.ts';
import type { Line } from './lines.ts';

export interface Exchanges {
  readonly size: number;
  readonly get: (key: string) => Exchange | undefined;
  readonly keys: () => Iterable<string>;
  readonly values: () => Iterable<Exchange>;
}

/** Keeps only positions in memory: the file may be half a gigabyte large. */
export class StoredExchanges implements Exchanges {
  readonly #file: string;
  readonly #places = new Map<string, Omit<Line, 'text'>>();

  constructor(file: string) {
    this.#file = file;
  }

  /** Throws a `TypeError` if `toEntry` did not write it. */
  add(entry: EvidenceEntry, { offset, length }: Line): void {
    fromEntry(entry);
    this.#places.set(entry._key, { offset, length });
  }

  get size(): number {
    return this.#places.size;
  }

  keys(): Iterable<string> {
    return this.#places.keys();
  }

  *values(): Iterable<Exchange> {
    for (const key of this.#places.keys()) {
      const exchange = this.get(key);
      if (exchange) yield exchange;
    }
  }

  /** Throws an `Error` if the file has changed since. */
  get(key: string): Exchange | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const entry = readEntry(this.#textAt(place));
    if (entry?._key !== key) throw new Error(`${this.#file} was changed while it was read`);
    return fromEntry(entry);
  }

  #textAt({ offset, length }: Omit<Line, 'text'>): string {
    const bytes = Buffer.alloc(length);
    const file = openSync(this.#file, 'r');
    try {
      readSync(file, bytes, 0, length, offset);
    } finally {
      closeSync(file);
    }
    return bytes.toString('utf8');
  }
}

/** Undefined if the line is not JSON, such as one that was cut off. */
export function readEntry(line: string): EvidenceEntry | undefined {
  return parsedJson(line.replace(/,\r?$/, '')) as EvidenceEntry | undefined;
}
