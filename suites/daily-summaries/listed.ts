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

/** The elements of `data`, with the place of each; empty where there is no list. */
export function elements(answered: Answered): readonly (readonly [pointer: string, element: Json])[] {
  const data = jsonObject(answered)?.['data'];
  return Array.isArray(data) ? data.map((element, at) => [`/data/${at}`, element]) : [];
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
export function performers(
  answered: Answered,
  list: 'all' | 'best' | 'worst',
): readonly (readonly [pointer: string, element: Json])[] {
  return elements(answered).flatMap(([pointer, element]) => {
    const found = member(member(element, 'performers'), list);
    return Array.isArray(found) ? found.map((one, at) => [`${pointer}/performers/${list}/${at}`, one] as const) : [];
  });
}

/** Whether there is a performer to judge. */
export function hasPerformers(answered: Answered): boolean {
  return (
    isListing(answered) && (['all', 'best', 'worst'] as const).some((list) => performers(answered, list).length > 0)
  );
}
