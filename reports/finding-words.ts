import type { Failure, ShownRequest } from '../engine/result.ts';
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

type Sides = Pick<Failure, 'request' | 'response' | 'second' | 'condition'>;

/** Names the requests that show a failure, in the order of time, and says in which respect two of them differ. */
export function requestEntries(failure: Sides): readonly (readonly [name: string, words: string])[] {
  const { request, response, second, condition } = failure;
  if (!request) return [];
  const { kind, requests, seconds } = condition ?? {};
  if (!second || !response) {
    const copies = kind === 'in-flight' ? `, ${requests ?? 'many'} at the same time` : '';
    return [['Request', `${request.method} ${request.url}${copies}`]];
  }
  const times = kind === 'many' ? `, as one of ${requests} requests` : '';
  const before = kind === 'after-pause' ? `, after a pause of ${seconds} s` : times;
  const how = {
    'same-connection': ', on the same connection',
    'in-flight': ', at the same time',
    many: '',
    'after-pause': '',
  };
  return [
    ['Step 1', describedBeside(second, request, before)],
    ['Step 2', describedBeside({ request, response }, second.request, kind ? how[kind] : '')],
  ];
}

/** Describes a request, in which headers it differs from the other one, how it is sent, and its response. */
function describedBeside(
  { request, response }: NonNullable<Failure['second']>,
  other: ShownRequest,
  how: string,
): string {
  const lines = ({ headers }: ShownRequest) => new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const [mine, theirs] = [lines(request), lines(other)];
  const said = [
    ...request.headers.flatMap(([name, value]) =>
      theirs.get(name.toLowerCase()) === value
        ? []
        : [value === '' ? `with an empty ${name}` : `with ${name}: ${value}`],
    ),
    ...other.headers.flatMap(([name]) => (mine.has(name.toLowerCase()) ? [] : [`without ${name}`])),
  ];
  const came = response.lost === undefined ? `status ${response.status ?? '?'}` : `no response, ${response.lost}`;
  const changes = request.method === other.method && said.length > 0 ? ` ${said.join(', ')}` : '';
  return `${request.method} ${request.url}${changes}${how}: ${came}`;
}

/** Explains the numbers of cases, which may be larger than the number of requests. */
export const casesWords =
  'A case is a response that one requirement judged. Several requirements may judge the same response.';
