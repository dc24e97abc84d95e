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
