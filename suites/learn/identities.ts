import { isObject, type Json } from '../../engine/index.ts';

/** Returns what identifies each element in any language: its id, or its content if it has no id. */
export function identities(elements: readonly Json[]): string[] {
  return elements.map((element) => idOf(element) ?? JSON.stringify(element));
}

/** Returns the id as a string. guides/schema judges its type. */
export function idOf(element: Json): string | undefined {
  const id = isObject(element) ? element['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Returns the ids of the elements that have one. */
export const idsOf = (elements: readonly Json[]): string[] => elements.flatMap((element) => idOf(element) ?? []);
