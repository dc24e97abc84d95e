import type { Place } from './places.ts';
import type { Shown } from './visible.ts';
import { groupOf } from './words.ts';

type Requirement = Shown['requirements'][number];

export interface FilterData {
  readonly 'data-outcome': string;
  readonly 'data-level': string;
  readonly 'data-area': string;
  readonly 'data-group': string;
  /** `number:outcome` pairs. The number is the position of the endpoint in the filter. */
  readonly 'data-places': string;
}

export function filterData(
  { id, area, level }: Pick<Requirement, 'id' | 'area' | 'level'>,
  outcome: string,
  places: readonly { readonly endpoint: string; readonly outcome: string }[],
  all: readonly Place[],
): FilterData {
  const numbers = new Map(all.map(({ endpoint }, at) => [endpoint, at]));
  return {
    'data-outcome': outcome,
    'data-level': level,
    'data-area': area,
    'data-group': groupOf(id),
    'data-places': places
      .map((place) => `${numbers.get(place.endpoint) ?? ''}:${place.outcome}`)
      .join(' '),
  };
}
