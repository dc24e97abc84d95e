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
/** Also requests of requirements on the whole run, for either user. */
export const endpoints = alsoInRun(named('summaries'));
export const section = 'Endpoints: GET {base_url}/daily-summaries; Resources: DailySummary';

export function isListing(answered: Answered): boolean {
  return answered.answer.status === 200 && isProper(answered, { method: 'GET', path });
}

export const common = {
  endpoints,
  section,
  matches: hasElements,
  probes: (bound: Bound) => [bound.wellFormed()],
} as const;

const performerLists = ['all', 'best', 'worst'] as const;
type Placed = readonly [pointer: string, element: Json];

/** No client could show a longer list. */
const mostElements = 10_000;

const known = new WeakMap<readonly Json[], readonly Placed[]>();

export function elements(answered: Answered): readonly Placed[] {
  const data = jsonObject(answered)?.['data'];
  if (!Array.isArray(data)) return [];
  const placed =
    known.get(data) ??
    data.slice(0, mostElements).map((element, at) => [`/data/${at}`, element] as const);
  known.set(data, placed);
  return placed;
}

export function hasElements(answered: Answered): boolean {
  return isListing(answered) && elements(answered).length > 0;
}

/** One performer may be in several lists. */
export function performers(answered: Answered): readonly Placed[] {
  return performerLists.flatMap((list) =>
    elements(answered).flatMap((summary) => performersOf(summary, list)),
  );
}

/** summaries/schema judges a missing list. */
export function performersOf(
  [pointer, element]: Placed,
  list: (typeof performerLists)[number],
): readonly Placed[] {
  const found = member(member(element, 'performers'), list);
  return Array.isArray(found)
    ? found.map((one, at) => [`${pointer}/performers/${list}/${at}`, one] as const)
    : [];
}

export function hasPerformers(answered: Answered): boolean {
  return isListing(answered) && performers(answered).length > 0;
}
