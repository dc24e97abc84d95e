import { type Tree, valueAt, withValue } from './layer.ts';

/** Such as `5s` or `1.5m`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`;

const milliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** The unit of a plain number. */
const durationKeys = [
  [['run', 'timeoutMs'], 'ms'],
  [['run', 'deadlineS'], 's'],
] as const;

/** Leaves other values unchanged, so that the schema rejects them. */
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
