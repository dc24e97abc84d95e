import {
  type Advice,
  type Answered,
  alsoInRun,
  atPointer,
  type Bound,
  cause,
  type Found,
  fromTarget,
  type InElements,
  inElements,
  isProper,
  type Json,
  jsonKind,
  jsonObject,
  ofHarness,
  shown,
} from '../../engine/index.ts';
import { named } from '../endpoints.ts';

export const path = '/daily-summaries';
/** Also requests of requirements on the whole run, for either user. */
export const endpoints = alsoInRun(named('summaries'));
export const section = 'Endpoints: GET {base_url}/daily-summaries; Resources: DailySummary';

export function isListing(answered: Answered) {
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

export function elements(answered: Answered) {
  const data = jsonObject(answered)?.['data'];
  if (!Array.isArray(data)) return [];
  const placed =
    known.get(data) ??
    data.slice(0, mostElements).map((element, at) => [`/data/${at}`, element] as const);
  known.set(data, placed);
  return placed;
}

export function hasElements(answered: Answered) {
  return isListing(answered) && elements(answered).length > 0;
}

/** One performer may be in several lists. */
export function performers(answered: Answered) {
  return performerLists.flatMap((list) =>
    elements(answered).flatMap((summary) => performersOf(summary, list)),
  );
}

/** summaries/schema judges a missing list. */
export function performersOf([pointer, element]: Placed, list: (typeof performerLists)[number]) {
  const place = `/performers/${list}`;
  const found = atPointer(element, place);
  return Array.isArray(found)
    ? found.map((one, at) => [`${pointer}${place}/${at}`, one] as const)
    : [];
}

export const valuesAt = (all: readonly Placed[], ...pointers: readonly string[]) =>
  all.flatMap(([place, one]) =>
    pointers.map((pointer) => [`${place}${pointer}`, atPointer(one, pointer)] as const),
  );

/** summaries/schema judges values that are no strings. */
export const textsAt = (all: readonly Placed[], ...pointers: readonly string[]) =>
  valuesAt(all, ...pointers).flatMap(([place, value]) =>
    typeof value === 'string' ? [[place, value] as const] : [],
  );

export function hasPerformers(answered: Answered) {
  return isListing(answered) && performers(answered).length > 0;
}

interface AtPlace extends InElements {
  place: string;
  value: string;
}

/** `what` is expected at the place. */
export const wrongValue = <F = object>(
  title: string,
  what: string,
  advice: readonly Advice<F>[] = [],
) =>
  cause<AtPlace & F>({
    title,
    expected: ({ place }) => `${what} at ${place}`,
    actual: (facts) => `${facts.value}${inElements(facts)}`,
    advice,
  });

export function factsAt(place: string, value: Json | undefined) {
  const found: Found = value === undefined ? 'missing' : jsonKind(value);
  return { place: ofHarness(place), found, value: fromTarget(shown(value)) };
}
