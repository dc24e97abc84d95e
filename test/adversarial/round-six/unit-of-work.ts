import { type Client, type Guide, type Stored, seed, type User } from './entities.ts';
import type { On } from './types.ts';

/** Holds what was flushed. */
export class Store {
  readonly clients: Map<string, Client>;
  readonly users: Map<string, User>;
  readonly guides: Map<string, Guide>;
  readonly addresses: Map<string, Stored>;
  readonly history = new Map<string, Record<string, unknown>[]>();
  readonly drafts = new Map<string, Record<string, unknown>>();
  readonly openOrders = new Set<string>();
  late: Stored | undefined;

  constructor(on: On) {
    const rows = seed(on);
    const table = <T extends { id: string }>(all: T[]) => new Map(all.map((row) => [row.id, row]));
    this.clients = table(rows.clients);
    this.users = table(rows.users);
    this.guides = table(rows.guides);
    this.addresses = table(rows.addresses);
  }
}

/** Collects the changes of one request and writes them together. */
export class UnitOfWork {
  #dirty: Stored[] = [];
  readonly #store: Store;
  readonly #on: On;

  constructor(store: Store, on: On) {
    this.#store = store;
    this.#on = on;
  }

  change(row: Stored): void {
    this.#dirty.push(structuredClone(row));
  }

  flush(): void {
    const rows = this.#dirty;
    this.#dirty = [];
    for (const row of rows) {
      const before = this.#store.addresses.get(row.id);
      if (before) this.#store.history.set(row.id, [...(this.#store.history.get(row.id) ?? []), before.address]);
      if (this.#on('flush-before-change')) {
        if (this.#store.late) this.#store.addresses.set(this.#store.late.id, this.#store.late);
        this.#store.late = row;
      } else this.#store.addresses.set(row.id, row);
    }
  }

  /** Takes back the changes of this request, of which nothing was written yet. */
  rollback(user: string): void {
    this.#dirty = [];
    if (!this.#on('refused-update-undoes')) return;
    const before = this.#store.history.get(user)?.pop();
    if (before) this.#store.addresses.set(user, { id: user, address: before });
  }
}

/** Finds users. */
export class UserRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(id: string): User | undefined {
    return this.#store.users.get(id);
  }

  all(): User[] {
    return [...this.#store.users.values()];
  }
}

/** Finds guides in the configured order. */
export class GuideRepository {
  readonly #store: Store;
  #listings = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  find(id: string): Guide | undefined {
    return this.#store.guides.get(id);
  }

  listed(on: On): Guide[] {
    this.#listings += 1;
    const rows = [...this.#store.guides.values()].sort((one, other) => one.position - other.position);
    if (on('carousel')) {
      const turn = this.#listings % rows.length;
      return [...rows.slice(turn), ...rows.slice(0, turn)];
    }
    if (on('two-guides-change-places-once') && this.#listings > 14) rows.splice(3, 2, ...rows.slice(3, 5).reverse());
    return rows;
  }
}
