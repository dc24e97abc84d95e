import { type Tree, valueAt, withValue } from './layer.ts';

/** A duration with its unit, such as `5s` or `1.5m`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`;

const milliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Keys whose value may be a duration, and the unit of a plain number. */
const durationKeys = [
  [['run', 'timeoutMs'], 'ms'],
  [['run', 'deadlineS'], 's'],
] as const;

/**
 * A copy in which durations are plain numbers. Leaves every other value unchanged: the schema then
 * rejects it.
 */
export function withoutUnits(values: Tree): Tree {
  return durationKeys.reduce<Tree>((tree, [path, unit]) => {
    const written = valueAt(tree, path);
    const [, number, from] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(String(written)) ?? [];
    if (typeof written !== 'string' || from === undefined) return tree;
    return withValue(
      tree,
      path,
      Math.round(Number(number) * milliseconds[from as 'ms']) / milliseconds[unit],
    );
  }, values);
}
