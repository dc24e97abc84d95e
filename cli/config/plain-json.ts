import { sizeOf } from './found.ts';

export interface NotJson {
  readonly path: readonly string[];
  readonly found: string;
}

/**
 * The first place that JSON cannot represent. `JSON.stringify` would drop or change it silently.
 */
export function notJson(
  value: unknown,
  path: readonly string[] = [],
  around: readonly unknown[] = [],
): NotJson | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'string')
    return value.isWellFormed() ? undefined : { path, found: 'a string with a lone surrogate' };
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { path, found: String(value) };
  if (typeof value !== 'object')
    return { path, found: value === undefined ? 'undefined' : sizeOf(value) };
  if (around.includes(value)) return { path, found: 'a circular reference' };
  if (!Array.isArray(value) && !isPlain(value))
    return { path, found: `an object of type ${kindOf(value)}` };
  // Array.from turns the holes of a list into undefined.
  const members = Array.isArray(value) ? Array.from(value).entries() : Object.entries(value);
  for (const [name, member] of members) {
    const wrong = notJson(member, [...path, String(name)], [...around, value]);
    if (wrong) return wrong;
  }
  return undefined;
}

/** From this or another realm: its prototype is null, or has no prototype itself. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: object): string {
  const { name } = value.constructor ?? {};
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'object';
}
