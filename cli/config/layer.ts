import { isRecord } from '../engine.ts';

export type Tree = Readonly<Record<string, unknown>>;

export type Layer = Readonly<{
  values: Tree;
  /** E.g. `flag --seed`. */
  sourceOf: (key: string) => string;
  folder: string;
  /** The keys set to an empty string, which does not count, with their sources. */
  empty?: ReadonlyMap<string, string>;
  /** The sources whose values end directly before a `#`. */
  cut?: ReadonlySet<string>;
}>;

export function valueAt(values: unknown, path: readonly string[]): unknown {
  let at = values;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Tree)[step];
  }
  return at;
}

export function withValue(values: Tree, path: readonly string[], value: unknown): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return values;
  const child = values[step];
  return {
    ...values,
    [step]: rest.length === 0 ? value : withValue(isRecord(child) ? child : {}, rest, value),
  };
}

/** If the path leads into a list, without the whole list. */
export function without(values: Tree, path: readonly string[]): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return {};
  const { [step]: child, ...others } = values;
  return isRecord(child) && rest.length > 0 ? { ...others, [step]: without(child, rest) } : others;
}

/** The first layer with a value wins. A list, or an object of one layer, is taken unchanged. */
export function merged(layers: readonly Tree[]): Tree {
  const result: Record<string, unknown> = {};
  for (const name of new Set(layers.flatMap((layer) => Object.keys(layer)))) {
    const candidates = layers.map((layer) => layer[name]).filter((value) => value !== undefined);
    const [first] = candidates;
    const trees = candidates.filter(isRecord);
    if (first !== undefined)
      result[name] = isRecord(first) && trees.length > 1 ? merged(trees) : first;
  }
  return result;
}
