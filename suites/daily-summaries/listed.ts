import { type Answered, alsoInRun, isObject, isProper, type Json, jsonObject } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

export const path = '/daily-summaries';
/** With the answers to both users that requirements on the whole run ask for. */
export const endpoints = alsoInRun(named('summaries'));
export const section = 'Endpoints: GET {base_url}/daily-summaries; Resources: DailySummary';

/** Whether it is a 200 to a request that a client author would send. */
export function isListing(answered: Answered): boolean {
  return answered.answer.status === 200 && isProper(answered, { method: 'GET', path });
}

type PerformerList = 'all' | 'best' | 'worst';
type Placed = readonly [pointer: string, element: Json];

/** Elements that are looked at: no list that a client could show is longer. */
const mostElements = 10_000;

const known = new WeakMap<readonly Json[], readonly Placed[]>();

/** The elements of `data`, the first ten thousand of them, with the place of each; empty where there is no list. */
export function elements(answered: Answered): readonly Placed[] {
  const data = jsonObject(answered)?.['data'];
  if (!Array.isArray(data)) return [];
  let placed = known.get(data);
  if (!placed) {
    placed = data.slice(0, mostElements).map((element, at) => [`/data/${at}`, element] as const);
    known.set(data, placed);
  }
  return placed;
}

/** Whether there is an element to judge. */
export function hasElements(answered: Answered): boolean {
  return isListing(answered) && elements(answered).length > 0;
}

/** The member of an object, or undefined where either is missing. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The elements of the lists of performers, with the place of each. */
export function performers(answered: Answered, list: PerformerList): readonly Placed[] {
  return elements(answered).flatMap((summary) => performersOf(summary, list));
}

/** The same of one element. */
export function performersOf([pointer, element]: Placed, list: PerformerList): readonly Placed[] {
  const found = member(member(element, 'performers'), list);
  return Array.isArray(found) ? found.map((one, at) => [`${pointer}/performers/${list}/${at}`, one] as const) : [];
}

/** Whether there is a performer to judge. */
export function hasPerformers(answered: Answered): boolean {
  return (
    isListing(answered) &&
    elements(answered).some((one) =>
      (['all', 'best', 'worst'] as const).some((list) => performersOf(one, list).length > 0),
    )
  );
}
