import type { Answered, Bound, Exchange, Json } from '../../engine/index.ts';
import {
  alsoInRun,
  Inconclusive,
  isAnswered,
  isObject,
  isProper,
  isSuccess,
  jsonObject,
  say,
  summary,
} from '../../engine/index.ts';
import { endpoints, named } from '../endpoints.ts';

export const isGuides = named('guides');
/** The listing's method and path, from the endpoint table. */
export const route = endpoints.find(isGuides) ?? { method: 'GET', path: '/learn/learning-guides' };
/** The listing's section in the specification. */
export const section = `Endpoints: ${route.method} {base_url}${route.path}`;

/** The section on how long the listing is cached. */
export const cachingSection = `Limits; ${section}`;

/**
 * The common members of the monitors: the endpoint, and one request, so that there is something to
 * judge.
 */
export const monitored = {
  endpoints: alsoInRun(isGuides),
  probes: (bound: Bound) => [bound.wellFormed()],
} as const;

/** The common members of the monitors of what is listed. */
export const listed = {
  ...monitored,
  section: `Resources: LearningGuideSummary; ${section}`,
} as const;

/** Reports whether it is a success for a request that a client author would send. */
export const isListing = (answered: Answered): boolean =>
  isProper(answered, route) && isSuccess(answered);

/** Only this many elements are judged: no client could show a longer list. */
export const mostElements = 10_000;

/**
 * Returns the first ten thousand elements of a listing. Undefined without a `data` array, which
 * guides/ok judges.
 */
export function elementsOf(exchange: Exchange): readonly Json[] | undefined {
  if (!isAnswered(exchange) || !isSuccess(exchange)) return undefined;
  const data = jsonObject(exchange)?.['data'];
  return Array.isArray(data) ? data.slice(0, mostElements) : undefined;
}

/**
 * Returns the elements of a listing. Throws `Inconclusive` if there are none. `whose` names the
 * user.
 */
export function requireElements(exchange: Exchange, whose = ''): readonly Json[] {
  const elements = elementsOf(exchange);
  if (!elements) throw new Inconclusive(say`no listing${whose}: ${summary(exchange)}`);
  return elements;
}

interface Placed {
  readonly at: number;
  readonly guide: { [name: string]: Json };
}

const known = new WeakMap<Answered, readonly Placed[]>();

/** Returns the elements that are objects, each with its place. */
export function guidesOf(answered: Answered): readonly Placed[] {
  const placed = (guide: Json, at: number) => (isObject(guide) ? [{ at, guide }] : []);
  const guides = known.get(answered) ?? (elementsOf(answered) ?? []).flatMap(placed);
  known.set(answered, guides);
  return guides;
}

/**
 * Reports whether a listing has at least one element. Nothing can be judged on the elements of an
 * empty one.
 */
export function hasElements(answered: Answered): boolean {
  return isListing(answered) && (elementsOf(answered)?.length ?? 0) > 0;
}

/** Reports whether a listing has elements to compare with each other. */
export function hasSeveral(answered: Answered): boolean {
  return isListing(answered) && (elementsOf(answered)?.length ?? 0) > 1;
}

/** Returns what identifies each element in any language: its id, or its content if it has no id. */
export function identities(elements: readonly Json[]): string[] {
  return elements.map((element) => idOf(element) ?? JSON.stringify(element));
}

/** Returns the id as a string. guides/schema judges its type. */
function idOf(element: Json): string | undefined {
  const id = isObject(element) ? element['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Returns the ids in the order of the elements. Omits elements without an id. */
export const idsOf = (elements: readonly Json[]): string[] =>
  elements.flatMap((element) => idOf(element) ?? []);
