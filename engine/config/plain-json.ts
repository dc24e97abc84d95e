import { sizeOf } from './found.ts';

export interface NotJson {
  /** From the root of the value to the place. */
  readonly path: readonly string[];
  /** What stands there, in words. */
  readonly found: string;
}

/**
 * The first place of a value that JSON cannot hold, such as a function, a Date or undefined; undefined where there is
 * none. Turned into JSON it would be left out or become something else without a word.
 */
export function notJson(
  value: unknown,
  path: readonly string[] = [],
  around: readonly unknown[] = [],
): NotJson | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'string')
    return value.isWellFormed() ? undefined : { path, found: 'a text with half a character' };
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, found: String(value) };
  if (typeof value !== 'object') return { path, found: value === undefined ? 'undefined' : sizeOf(value) };
  if (around.includes(value)) return { path, found: 'the value itself again' };
  if (!Array.isArray(value) && !isPlain(value)) return { path, found: `an object of the kind ${kindOf(value)}` };
  // Array.from makes the holes of a list visible.
  const members = Array.isArray(value) ? Array.from(value).entries() : Object.entries(value);
  for (const [name, member] of members) {
    const wrong = notJson(member, [...path, String(name)], [...around, value]);
    if (wrong) return wrong;
  }
  return undefined;
}

/** Whether it was written with braces, in whatever realm: its prototype has none above it. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: object): string {
  const { name } = value.constructor ?? {};
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'object';
}
