import { isObject, type Json } from '../../engine/index.ts';

/**
 * Whether a value may be another edition of the same content: everything that it had is there, in whatever words and
 * number, and no list has lost all that it held. What filters by a query leaves nothing.
 */
export function isPlausibleEdit(before: Json, after: Json): boolean {
  if (Array.isArray(before)) return Array.isArray(after) && (before.length === 0 || after.length > 0);
  if (!isObject(before)) return true;
  if (!isObject(after)) return false;
  return Object.entries(before).every(([name, value]) => {
    const other = after[name];
    return other !== undefined && isPlausibleEdit(value, other);
  });
}
