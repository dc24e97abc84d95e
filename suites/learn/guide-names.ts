import { isObject, type Json } from '../../engine/index.ts';

/** Members by which the listing names a guide. */
export const naming = ['id', 'key', 'slug', 'title'] as const;

/** Returns the element of the listing with that id. */
export function entryOf(id: string, listing: readonly Json[]): { [name: string]: Json } | undefined {
  return listing.filter((one) => isObject(one)).find((one) => one['id'] === id);
}

/** Returns the id of a guide and its other names in the listing. */
export function namesOf(id: string, listing: readonly Json[]): string[] {
  const entry = entryOf(id, listing);
  const named = entry ? naming.map((member) => entry[member]) : [];
  return [id, ...named.filter((name) => typeof name === 'string')];
}

/** Returns all strings in a value. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The greatest length of a string that may be a time, a number or an id. Longer strings are content. */
export const longestStamp = 40;

/** Returns the words of all strings in a value. */
export function wordsIn(value: Json): string[] {
  return textsIn(value).flatMap((text) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
}
