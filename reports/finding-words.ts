import type { Failure } from '../engine/result.ts';
import { placeWords } from './html/places.ts';

/** Names where a failure shows: an endpoint, the endpoints that the whole run requested there, or the whole run. */
export function placeName({ endpoint, at = [] }: Pick<Failure['places'][number], 'endpoint' | 'at'>): string {
  return at.length > 0 ? at.map(placeWords).join(', ') : placeWords(endpoint);
}

/** Names where a failure shows, and how often. The whole run and an endpoint that it requested are one place. */
export function placesShown(places: Failure['places']): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(placeName(place), (counts.get(placeName(place)) ?? 0) + place.count);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** Says how often the failure recurred when its request was sent again. */
export function againWords({ of, times }: Failure['reproduced']): string {
  return of > 0 ? `${times} of ${of} times` : 'not sent again';
}

/** Says which other finding the same defect causes, by its number. Undefined if there is none. */
export function sameCauseWords({ sameCauseAs }: Failure, all: readonly Pick<Failure, 'id'>[]): string | undefined {
  const at = sameCauseAs === undefined ? -1 : all.findIndex(({ id }) => id === sameCauseAs);
  return at < 0 ? undefined : `same cause as finding ${at + 1}`;
}

/** Names and says when a defect shows, if one request alone does not show it. Results of other versions say it in other words. */
export function needsEntry(needs: string): readonly [name: string, words: string] {
  return needs.startsWith('shows ') ? ['Shows', needs.slice('shows '.length)] : ['Needs', needs];
}

/** Whether the second request of a failure is an update that its first request reads. */
export function isUpdate({ request, second }: Pick<Failure, 'request' | 'second'>): boolean {
  const reads = ['GET', 'HEAD'];
  return second !== undefined && !reads.includes(second.request.method) && reads.includes(request?.method ?? '');
}

/** Describes the second request of a failure and its response, in one line. */
export function secondWords(
  failure: Pick<Failure, 'request' | 'second'>,
  second: NonNullable<Failure['second']>,
): string {
  const { request, response } = second;
  const userOf = (sent: Failure['request']) => sent?.headers.find(([name]) => name.toLowerCase() === 'x-user-id')?.[1];
  const user = userOf(request);
  const other = user === undefined || user === userOf(failure.request) ? '' : `, with x-user-id ${user}`;
  const said = response.lost === undefined ? `status ${response.status ?? '?'}` : `no response, ${response.lost}`;
  return `${isUpdate(failure) ? 'before it, ' : ''}${request.method} ${request.url}${other}: ${said}`;
}

/** Explains the numbers of cases, which may be larger than the number of requests. */
export const casesWords =
  'A case is a response that one requirement judged. Several requirements may judge the same response.';
