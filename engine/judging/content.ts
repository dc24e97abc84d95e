import { fromReferenceToken, referenceToken } from '../schema/json-value.ts';
import { isObject, type Json } from './answer.ts';

const keptDifferences = 200;

/**
 * JSON Pointers to the places where two values differ. Does not descend into values of different
 * types or arrays of different lengths. Only the root if there are more than 200 places.
 */
export function differences(left: Json, right: Json): ReadonlySet<string> {
  const found = new Set<string>();
  compare(left, right, '', found);
  return found.size > keptDifferences ? new Set(['']) : found;
}

function compare(
  left: Json | undefined,
  right: Json | undefined,
  pointer: string,
  found: Set<string>,
) {
  if (found.size > keptDifferences || left === right) return;
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    for (const [at, element] of left.entries())
      compare(element, right[at], `${pointer}/${at}`, found);
  } else if (isObject(left) && isObject(right)) {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      compare(member(left, name), member(right, name), `${pointer}/${referenceToken(name)}`, found);
    }
  } else found.add(pointer);
}

export const member = (value: Json | undefined, name: string) =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one: Json) => textsIn(one))
    : [];
}

const widest = 12;
const deepest = 4;

export function shapeOf(value: Json, depth = 0): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    const [first] = value;
    return first === undefined ? '[]' : `[${depth < deepest ? shapeOf(first, depth + 1) : '…'}]`;
  }
  if (!isObject(value)) return typeof value;
  const names = Object.keys(value).sort();
  if (names.length > 0 && depth >= deepest) return '{…}';
  const shown = names.slice(0, widest).map((name) => {
    return `${name.slice(0, 40)}: ${shapeOf(member(value, name) ?? null, depth + 1)}`;
  });
  return `{${[...shown, ...(names.length > widest ? ['…'] : [])].join(', ')}}`;
}

export function atPointer(value: Json | undefined, pointer: string) {
  let at = value;
  for (const token of pointer.split('/').slice(1)) {
    const name = fromReferenceToken(token);
    if (Array.isArray(at)) at = /^(0|[1-9]\d*)$/.test(name) ? at[Number(name)] : undefined;
    else at = member(at, name);
  }
  return at;
}
