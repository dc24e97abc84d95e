import { isObject, type Json } from '../../engine/index.ts';

/** What the elements are known by, whatever their language. One without an id is known by its content. */
export function identities(elements: readonly Json[]): string[] {
  return elements.map((element) => idOf(element) ?? JSON.stringify(element));
}

/** The id as text; that it is none is for guides/schema to say. */
export function idOf(element: Json): string | undefined {
  const id = isObject(element) ? element['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The ids of the elements that have one. */
export const idsOf = (elements: readonly Json[]): string[] => elements.flatMap((element) => idOf(element) ?? []);
