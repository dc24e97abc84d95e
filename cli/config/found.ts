import { codeOf } from '../engine.ts';
import { schemaAt } from './schema-keys.ts';

const longest = 80;
/** Never shown in messages: an operator may set a secret under the wrong name. */
const privateBranches: ReadonlySet<string> = new Set(['clients', 'tokens', 'users']);

export function isSecret(path: readonly string[]): boolean {
  return path.some((_, at) => schemaAt(path.slice(0, at + 1))?.writeOnly === true);
}

function isPrivate(path: readonly string[]) {
  return privateBranches.has(path[0] ?? '') || isSecret(path);
}

export function sizeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string')
    return `a string of ${value.length} character${value.length === 1 ? '' : 's'}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** Secrets and long or compound values only by kind and size. */
export function foundAt(path: readonly string[], value: unknown): string {
  if (value === '') return 'an empty string';
  if (isPrivate(path)) return sizeOf(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > longest || value.includes('eyJ'))
    return sizeOf(value);
  return quoted(withoutCredentials(value));
}

/** User information, query and fragment may contain secrets. */
export function withoutCredentials(url: string): string {
  return url
    .replace(/^([a-z][a-z0-9+.-]*:\/*)?[^/?#]*@/i, '$1***@')
    .replace(/\?.*$/s, '?***')
    .replace(/#.*$/s, '#***');
}

/** Only the size, if it may be a file's content, such as a private key. */
export function pathText(path: string): string {
  return path.length > 200 || /[\r\n]|-----/.test(path) ? sizeOf(path) : quoted(path);
}

export function unreadable(file: string, error: unknown): string {
  const code = codeOf(error);
  const path = pathText(file);
  return code === 'ENOENT' ? `no file at ${path}` : `${path}, which cannot be read (${code})`;
}

/** Escapes control and invisible characters for terminals. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
