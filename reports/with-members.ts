/** Changes the members that are present. The others stay. */
export function withMembers<T extends object>(
  whole: T,
  changes: { readonly [Name in keyof T]?: (value: NonNullable<T[Name]>) => T[Name] },
): T {
  const changed = { ...whole };
  for (const name of Object.keys(changes) as (keyof T)[]) {
    const value = whole[name];
    const change = changes[name];
    if (value !== undefined && value !== null && change) changed[name] = change(value);
  }
  return changed;
}

export const mapValues = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
