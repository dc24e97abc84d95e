import type { Json } from './shapes.ts';

export interface Item extends Json {
  readonly pk: string;
  readonly sk: string;
}
/** A single-table store: items by partition and sort key. */
export class Table {
  readonly #parts = new Map<string, Map<string, Item>>();
  put(item: Item): void {
    const part = this.#parts.get(item.pk) ?? new Map<string, Item>();
    part.set(item.sk, item);
    this.#parts.set(item.pk, part);
  }
  get(pk: string, sk: string): Item | undefined {
    return this.#parts.get(pk)?.get(sk);
  }
  query(pk: string, from: string, to = `${from}\uffff`): Item[] {
    const items = [...(this.#parts.get(pk)?.values() ?? [])];
    const byKey = (a: Item, b: Item): number => (a.sk < b.sk ? -1 : 1);
    return items.filter(({ sk }) => sk >= from && sk <= to).sort(byKey);
  }
}
