import type { RequirementResult } from '../../engine/result.ts';
import type { Place } from './places.ts';
import { groupOf } from './words.ts';

export const requirementHref = (id: string): string => `#${encodeURI(id)}`;

type Filter = Partial<
  Record<'outcome' | 'level' | 'area' | 'group' | 'endpoint', string | undefined>
>;

/** Returns the URL fragment that filters the page. It needs the page's script. */
export function filterHash(filter: Filter): string {
  const chosen = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) chosen.set(name, value);
  return `#?${chosen}`;
}

export function filterData(
  { id, area, level }: Pick<RequirementResult, 'id' | 'area' | 'level'>,
  outcome: string,
  places: readonly { readonly endpoint: string; readonly outcome: string }[],
  all: readonly Place[],
) {
  const numbers = new Map(all.map(({ endpoint }, at) => [endpoint, at]));
  return {
    'data-outcome': outcome,
    'data-level': level,
    'data-area': area,
    'data-group': groupOf(id),
    // The number is the position of the endpoint in the filter.
    'data-places': places
      .map((place) => `${numbers.get(place.endpoint) ?? ''}:${place.outcome}`)
      .join(' '),
  };
}
