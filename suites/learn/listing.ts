import {
  type Answered,
  alsoInRun,
  type Bound,
  type Exchange,
  Inconclusive,
  isObject,
  isProper,
  isSuccess,
  type Json,
  jsonObject,
  say,
  summary,
} from '../../engine/index.ts';
import { endpoints, named } from '../endpoints.ts';

export const isGuides = named('guides');
export const route = endpoints.find(isGuides) ?? { method: 'GET', path: '/learn/learning-guides' };
export const section = `Endpoints: ${route.method} {base_url}${route.path}`;

export const cachingSection = `Limits; ${section}`;

export const monitored = {
  endpoints: alsoInRun(isGuides),
  probes: (bound: Bound) => [bound.wellFormed()],
} as const;

export const listed = {
  ...monitored,
  section: `Resources: LearningGuideSummary; ${section}`,
} as const;

export const isListing = (answered: Answered) => isProper(answered, route) && isSuccess(answered);

/** No client could show a longer list. */
export const mostElements = 10_000;

/** Without a `data` array undefined, which guides/ok judges. */
export function elementsOf(exchange: Exchange) {
  if (!isSuccess(exchange)) return undefined;
  const data = jsonObject(exchange)?.['data'];
  return Array.isArray(data) ? data.slice(0, mostElements) : undefined;
}

/** `whose` names the user. */
export function requireElements(exchange: Exchange, whose = '') {
  const elements = elementsOf(exchange);
  if (!elements) throw new Inconclusive(say`no listing${whose}: ${summary(exchange)}`);
  return elements;
}

interface Placed {
  readonly at: number;
  readonly guide: { [name: string]: Json };
}

const known = new WeakMap<Answered, readonly Placed[]>();

export function guidesOf(answered: Answered) {
  const placed = (guide: Json, at: number) => (isObject(guide) ? [{ at, guide }] : []);
  const guides = known.get(answered) ?? (elementsOf(answered) ?? []).flatMap(placed);
  known.set(answered, guides);
  return guides;
}

export function hasElements(answered: Answered) {
  return isListing(answered) && (elementsOf(answered)?.length ?? 0) > 0;
}

export function hasSeveral(answered: Answered) {
  return isListing(answered) && (elementsOf(answered)?.length ?? 0) > 1;
}

/** In any language: the id, or the content without one. */
export function identities(elements: readonly Json[]) {
  return elements.map((element) => idOf(element) ?? JSON.stringify(element));
}

/** guides/schema judges its type. */
function idOf(element: Json) {
  const id = isObject(element) ? element['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

export const idsOf = (elements: readonly Json[]) =>
  elements.flatMap((element) => idOf(element) ?? []);
