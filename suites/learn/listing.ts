import {
  type Answered,
  alsoInRun,
  type Bound,
  type Exchange,
  isAnswered,
  isObject,
  isProper,
  isSuccess,
  type Json,
  jsonObject,
} from '../../engine/index.ts';
import { endpoints, named } from '../endpoints.ts';

export const isGuides = named('guides');
export const route = endpoints.find(isGuides) ?? { method: 'GET', path: '/learn/learning-guides' };
/** The section of the specification on it. */
export const section = `Endpoints: ${route.method} {base_url}${route.path}`;

/** What every monitor of the listing has in common: its endpoint, and one request so that there is something to judge. */
export const monitored = {
  endpoints: alsoInRun(isGuides),
  probes: (bound: Bound) => [bound.wellFormed()],
} as const;

/** A listing that was asked for as a client author would, and delivered. */
export function isListing(answered: Answered): boolean {
  return isProper(answered, route) && isSuccess(answered);
}

/** Elements that are looked at: no list that a client could show is longer. */
export const mostElements = 10_000;

const looked = new WeakMap<readonly Json[], readonly Json[]>();

/**
 * The elements of a listing, the first ten thousand of them; undefined where there is no `data` array, which guides/ok and
 * http/json-media-type judge.
 */
export function elementsOf(exchange: Exchange): readonly Json[] | undefined {
  if (!isAnswered(exchange) || !isSuccess(exchange)) return undefined;
  const data = jsonObject(exchange)?.['data'];
  if (!Array.isArray(data) || data.length <= mostElements) return Array.isArray(data) ? data : undefined;
  let first = looked.get(data);
  if (!first) {
    first = data.slice(0, mostElements);
    looked.set(data, first);
  }
  return first;
}

interface Placed {
  readonly at: number;
  readonly guide: { [name: string]: Json };
}

const known = new WeakMap<readonly Json[], readonly Placed[]>();

/** The elements that are objects, with their place. */
export function guidesOf(answered: Answered): readonly Placed[] {
  const elements = elementsOf(answered) ?? [];
  let guides = known.get(elements);
  if (!guides) {
    guides = elements.flatMap((element, at) => (isObject(element) ? [{ at, guide: element }] : []));
    known.set(elements, guides);
  }
  return guides;
}

/** A delivered listing with at least one element: an empty one leaves every requirement on elements unexercised. */
export function hasElements(answered: Answered): boolean {
  return isListing(answered) && (elementsOf(answered)?.length ?? 0) > 0;
}
