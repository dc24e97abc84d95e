/** Nested plain values, as in harness.config.ts. */
export type Tree = { readonly [key: string]: unknown };

/** One source of configuration. */
export interface Layer {
  readonly values: Tree;
  /** The name of this key's source, e.g. `flag --seed`. */
  readonly sourceOf: (key: string) => string;
  /** The accepted spellings of a boolean in this source. */
  readonly booleans: string;
  /** The folder against which relative paths in this source are resolved. */
  readonly folder: string;
  /**
   * The keys that this source sets to an empty string, which does not count, with the names of
   * their sources.
   */
  readonly empty?: ReadonlyMap<string, string>;
  /** The names of sources whose values end directly before a `#`. */
  readonly cut?: ReadonlySet<string>;
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined if there is none. */
export function valueAt(values: unknown, path: readonly string[]): unknown {
  let at = values;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Tree)[step];
  }
  return at;
}

/** A copy with the value at a path set. */
export function withValue(values: Tree, path: readonly string[], value: unknown): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return values;
  const child = values[step];
  return {
    ...values,
    [step]: rest.length === 0 ? value : withValue(isTree(child) ? child : {}, rest, value),
  };
}

/**
 * A copy without the value at a path. If the path leads into a list, the copy lacks the whole list.
 */
export function without(values: Tree, path: readonly string[]): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return {};
  const { [step]: child, ...others } = values;
  return isTree(child) && rest.length > 0 ? { ...others, [step]: without(child, rest) } : others;
}

/**
 * Merges the layers deeply. The first layer with a value wins, and a list counts as one value. An
 * object that only one layer sets is taken unchanged, so that samples and schemas keep their form.
 */
export function merged(layers: readonly Tree[]): Tree {
  const result: Record<string, unknown> = {};
  for (const name of new Set(layers.flatMap((layer) => Object.keys(layer)))) {
    const candidates = layers.map((layer) => layer[name]).filter((value) => value !== undefined);
    const [first] = candidates;
    const trees = candidates.filter(isTree);
    if (first !== undefined)
      result[name] = isTree(first) && trees.length > 1 ? merged(trees) : first;
  }
  return result;
}
