import {
  type Answered,
  alsoInRun,
  type Bound,
  isProper,
  type Json,
  jsonObject,
  member,
} from '../../engine/index.ts';
import { named } from '../endpoints.ts';

/** Relative to {base_url}. */
export const path = '/daily-summaries';
/** Includes responses to requests of requirements on the whole run, for either user. */
export const endpoints = alsoInRun(named('summaries'));
export const section = 'Endpoints: GET {base_url}/daily-summaries; Resources: DailySummary';

/** Reports whether it is a 200 to a request that a client author would send. */
export function isListing(answered: Answered): boolean {
  return answered.answer.status === 200 && isProper(answered, { method: 'GET', path });
}

/** The common members of monitors that judge elements: they ignore empty listings. */
export const common = {
  endpoints,
  section,
  matches: hasElements,
  probes: (bound: Bound) => [bound.wellFormed()],
} as const;

const performerLists = ['all', 'best', 'worst'] as const;
type Placed = readonly [pointer: string, element: Json];

/** Only this many elements are judged: no client could show a longer list. */
const mostElements = 10_000;

const known = new WeakMap<readonly Json[], readonly Placed[]>();

/**
 * Returns the first ten thousand elements of `data`, each with its place; none if there is no list.
 */
export function elements(answered: Answered): readonly Placed[] {
  const data = jsonObject(answered)?.['data'];
  if (!Array.isArray(data)) return [];
  const placed =
    known.get(data) ??
    data.slice(0, mostElements).map((element, at) => [`/data/${at}`, element] as const);
  known.set(data, placed);
  return placed;
}

/** Whether elements can be judged: in a 200 to a proper request, with a list that is not empty. */
export function hasElements(answered: Answered): boolean {
  return isListing(answered) && elements(answered).length > 0;
}

/**
 * Returns the performers of all summaries, each with its JSON Pointer. One may be in several lists.
 */
export function performers(answered: Answered): readonly Placed[] {
  return performerLists.flatMap((list) =>
    elements(answered).flatMap((summary) => performersOf(summary, list)),
  );
}

/** Returns the performers in one list; none if it is missing, which summaries/schema judges. */
export function performersOf(
  [pointer, element]: Placed,
  list: (typeof performerLists)[number],
): readonly Placed[] {
  const found = member(member(element, 'performers'), list);
  return Array.isArray(found)
    ? found.map((one, at) => [`${pointer}/performers/${list}/${at}`, one] as const)
    : [];
}

/** Whether performers can be judged: any list of any element has one. */
export function hasPerformers(answered: Answered): boolean {
  return isListing(answered) && performers(answered).length > 0;
}
