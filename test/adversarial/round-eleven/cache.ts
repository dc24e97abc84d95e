interface Entry {
  readonly value: unknown;
  readonly until: number;
  readonly since: number;
}
/** A second-level cache of named regions. What it hands out is the cached object itself. */
export class SecondLevelCache {
  readonly #entries = new Map<string, Entry>();

  get<T>(region: string, key: string, milliseconds: number, load: () => T): { value: T; hit: boolean; age: number } {
    const now = Date.now();
    const found = this.#entries.get(`${region}#${key}`);
    if (found && found.until > now) return { value: found.value as T, hit: true, age: now - found.since };
    const value = load();
    this.#entries.set(`${region}#${key}`, { value, until: now + milliseconds, since: now });
    return { value, hit: false, age: 0 };
  }
}
