import { type Layout, type Row, readRecord, toHost, writeRecord } from './picture.ts';

const byHostOrder = (one: string, other: string): number => Buffer.compare(toHost(one), toHost(other));

/** A file of records in the order of their keys, with alternate indexes. */
export class KeyedFile {
  readonly #layout: Layout;
  readonly #key: string;
  readonly #records = new Map<string, Buffer>();

  constructor(layout: Layout, key: string, rows: readonly Row[]) {
    this.#layout = layout;
    this.#key = key;
    for (const row of rows) this.rewrite(row);
  }

  rewrite(row: Row): void {
    this.#records.set(String(row[this.#key]), writeRecord(this.#layout, row));
  }

  read(key: string): Row | undefined {
    const record = this.#records.get(key);
    return record && readRecord(this.#layout, record);
  }

  keys(): string[] {
    return [...this.#records.keys()].sort(byHostOrder);
  }

  /** All records in the order of an alternate index. */
  browse(index: string): Row[] {
    const rows = this.keys().map((key) => this.read(key) ?? {});
    return rows.sort((one, other) => Number(one[index]) - Number(other[index]));
  }
}
