import type { Habits } from './habits.ts';

export type Language = 'en' | 'de';

export interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly postalCode: string | number;
  readonly countryCode: string;
}

export interface User {
  readonly id: string;
  readonly language: Language;
  readonly denied: boolean;
  readonly scale: number;
  readonly overdraft: { readonly limit: number } | null;
  address: Address;
}

/** All state of one started instance. */
export class World {
  readonly users = new Map<string, User>();
  readonly memory = new Map<string, unknown>();
  readonly startedAt = Date.now();
  readonly habits: Habits;
  readonly #toggle: string | undefined;
  readonly #counters = new Map<string, number>();

  constructor(toggle: string | undefined, habits: Habits) {
    this.#toggle = toggle;
    this.habits = habits;
  }

  on(id: string): boolean {
    return this.#toggle === id;
  }

  count(name: string): number {
    const next = (this.#counters.get(name) ?? 0) + 1;
    this.#counters.set(name, next);
    return next;
  }

  recall<T>(key: string, make: () => T): T {
    if (!this.memory.has(key)) this.memory.set(key, make());
    return this.memory.get(key) as T;
  }
}
