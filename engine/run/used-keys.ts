import { type Key, keyText } from '../exchange/key.ts';

/**
 * Throws a `RangeError` if a key is used twice: evidence has one exchange per key, so a replay
 * would judge the second request by the response to the first.
 */
export function usedKeys(): (key: Key) => void {
  // A long run has hundreds of thousands of keys, so their common part is stored once.
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
