import { isObject, type Json } from '../../engine/index.ts';

/** Members by which the listing names a guide. */
export const naming = ['id', 'key', 'slug', 'title'] as const;

/** What the listing says of the guide with that id. */
export function entryOf(id: string, listing: readonly Json[]): { [name: string]: Json } | undefined {
  return listing.filter((one) => isObject(one)).find((one) => one['id'] === id);
}

/** The id, and what else the listing calls it. */
export function namesOf(id: string, listing: readonly Json[]): string[] {
  const entry = entryOf(id, listing);
  const named = entry ? naming.map((member) => entry[member]) : [];
  return [id, ...named.filter((name) => typeof name === 'string')];
}

/** All texts in a value. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The longest text that is a time, a number or an id, and not what a guide has to say. */
export const longestStamp = 40;

/** The words of all texts in a value. */
export function wordsIn(value: Json): string[] {
  return textsIn(value).flatMap((text) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
}
