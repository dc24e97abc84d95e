import { schemaAt } from './schema-keys.ts';

const longest = 80;
/**
 * Branches whose values never appear in messages, because an operator may set a secret under the
 * wrong name.
 */
const privateBranches: ReadonlySet<string> = new Set(['clients', 'tokens', 'users']);

/** Whether the value of this key is a secret. */
export function isSecret(path: readonly string[]): boolean {
  return path.some((_, at) => schemaAt(path.slice(0, at + 1))?.writeOnly === true);
}

/** Whether messages may show only the size of this key's value. */
function isPrivate(path: readonly string[]): boolean {
  return privateBranches.has(path[0] ?? '') || isSecret(path);
}

/** The kind and size of a value, never the value. */
export function sizeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string')
    return `a string of ${value.length} character${value.length === 1 ? '' : 's'}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/**
 * A value for a message: short plain values in full, secrets and everything else only by kind and
 * size.
 */
export function foundAt(path: readonly string[], value: unknown): string {
  if (value === '') return 'an empty string';
  if (isPrivate(path)) return sizeOf(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > longest || value.includes('eyJ'))
    return sizeOf(value);
  return quoted(withoutCredentials(value));
}

/** Masks user information, query and fragment, which may contain secrets. */
export function withoutCredentials(url: string): string {
  return url
    .replace(/^([a-z][a-z0-9+.-]*:\/*)?[^/?#]*@/i, '$1***@')
    .replace(/\?.*$/s, '?***')
    .replace(/#.*$/s, '#***');
}

/**
 * A path in quotes. If the string may be a file's content instead of a path, such as a private key,
 * returns only its size.
 */
export function pathText(path: string): string {
  return path.length > 200 || /[\r\n]|-----/.test(path) ? sizeOf(path) : quoted(path);
}

/** A string in quotes, with control and invisible characters escaped for terminals. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
