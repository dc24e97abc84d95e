import { type Key, keyText } from '../exchange/key.ts';

/**
 * Takes note of each key of a run. Throws a `RangeError` for one that was there before: evidence holds one exchange under
 * a key, and a second one would be judged by the answer to the first.
 */
export function usedKeys(): (key: Key) => void {
  // What all keys of a unit have in common is kept once: a long run has hundreds of thousands.
  const byUnit = new Map<string, Set<string>>();
  return (key) => {
    const unit = [key.requirement, key.endpoint].join('|');
    const used = byUnit.get(unit) ?? new Set();
    byUnit.set(unit, used);
    const rest = [key.index, key.step, key.attempt].join('|');
    if (used.has(rest)) throw new RangeError(`two requests under the key ${keyText(key)}`);
    used.add(rest);
  };
}
