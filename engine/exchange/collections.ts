type Defined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Without the members that are undefined. */
export const defined = <T extends object>(members: T) =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<T>;

export function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Compares by UTF-16 code units, so that no locale matters. */
export const inOrder = (left: string, right: string): number =>
  left === right ? 0 : left < right ? -1 : 1;

export function mergeRecords<T>(
  left: Readonly<Record<string, T>>,
  right: Readonly<Record<string, T>>,
  merge: (left: T, right: T, name: string) => T,
): Record<string, T> {
  const merged = new Map(Object.entries(left));
  for (const [name, value] of Object.entries(right)) {
    const known = merged.get(name);
    merged.set(name, known === undefined ? value : merge(known, value, name));
  }
  return Object.fromEntries(merged);
}
