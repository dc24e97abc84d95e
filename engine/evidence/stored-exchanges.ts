import { closeSync, openSync, readSync } from 'node:fs';
import type { Exchange } from '../exchange/exchange.ts';
import { type EvidenceEntry, fromEntry } from './har-entry.ts';
import type { Line } from './lines.ts';

/** Recorded exchanges by the text of their key. A map of them is one. */
export interface Exchanges {
  readonly size: number;
  readonly get: (key: string) => Exchange | undefined;
  readonly keys: () => Iterable<string>;
  readonly values: () => Iterable<Exchange>;
}

/**
 * Exchanges that stay in their file: of each, its place is in memory, and it is read when it is asked for. So the
 * memory that judging takes does not grow with the bodies of an evidence, which may have half a gigabyte.
 */
export class StoredExchanges implements Exchanges {
  readonly #file: string;
  readonly #places = new Map<string, Omit<Line, 'text'>>();

  constructor(file: string) {
    this.#file = file;
  }

  /** Makes the exchange on that line known by its key. Throws a `TypeError` where it is none of ours. */
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

  /** The exchange under that key. Throws an `Error` where the file is no longer what it was. */
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

/** The entry on a line; undefined where that is no JSON. */
export function readEntry(line: string): EvidenceEntry | undefined {
  try {
    return JSON.parse(line.replace(/,\r?$/, '')) as EvidenceEntry;
  } catch {
    return undefined;
  }
}
