import type { Failure, Result, ShownRequest } from '../engine/result.ts';
import { placeWords, wholeRun } from './html/places.ts';

/**
 * Names where a failure shows: an endpoint, the endpoints that the whole run requested there, or
 * the whole run.
 */
export function placeName({
  endpoint,
  at = [],
}: Pick<Failure['places'][number], 'endpoint' | 'at'>): string {
  return at.length > 0 ? at.map(placeWords).join(', ') : placeWords(endpoint);
}

/** Where a failure shows, and in how many of the cases that its requirement judged there. */
interface ShownPlace {
  readonly name: string;
  readonly count: number;
  /** Absent if it is unknown. */
  readonly of?: number;
}

type Requirements = Pick<Result, 'requirements'>;

/** Lists where a failure shows. The whole run and an endpoint that it requested are one place. */
export function placesShown(
  { requirement, places }: Failure,
  { requirements }: Requirements = { requirements: [] },
): readonly ShownPlace[] {
  const judged = requirements.find(({ id }) => id === requirement)?.endpoints ?? [];
  const shown = new Map<string, ShownPlace>();
  for (const place of places) {
    const name = placeName(place);
    const of = judged.find(({ endpoint }) => endpoint === place.endpoint)?.cases ?? 0;
    const known = shown.get(name) ?? { count: 0, of: 0 };
    shown.set(name, { name, count: known.count + place.count, of: (known.of ?? 0) + of });
  }
  return [...shown.values()].map(({ name, count, of = 0 }) =>
    of < count ? { name, count } : { name, count, of },
  );
}

/** Names a place, and says in how many of the cases it shows, if in several. */
export function placeInWords({ name, count, of }: ShownPlace): string {
  if (count === 1) return name;
  return of === undefined ? `${name} (${count})` : `${name} (${count} of ${of})`;
}

/**
 * Says that a failure shows at all endpoints that its requirement judged, or that the run
 * requested. Empty if not.
 */
export function extentWords(
  { requirement, places }: Failure,
  { requirements }: Requirements,
): string {
  const judged = requirements
    .filter(({ id }) => id === requirement)
    .flatMap(({ endpoints }) => endpoints);
  const isOfApi = (id: string) => id !== wholeRun && !id.includes('{auth_url}');
  const isWholeRun = judged.every(({ endpoint, cases }) => endpoint === wholeRun || cases === 0);
  const among = isWholeRun ? requirements.flatMap(({ endpoints }) => endpoints) : judged;
  const possible = new Set(
    among.flatMap(({ endpoint, cases }) => (cases > 0 && isOfApi(endpoint) ? [endpoint] : [])),
  );
  const shown = new Set(places.flatMap(({ endpoint, at = [] }) => [endpoint, ...at]));
  return possible.size > 2 && [...possible].every((id) => shown.has(id))
    ? `all ${possible.size} endpoints: `
    : '';
}

/**
 * Says how often the failure recurred when its request was sent again. Empty if it was not, or if
 * `needs` says more.
 */
export function againLines({ reproduced: { of, times }, needs }: Failure): readonly string[] {
  return of > 0 && needs === undefined ? [`Reproduced: ${times} of ${of} times`] : [];
}

/** Says which other finding the same defect causes, by its number. Undefined if there is none. */
export function sameCauseWords(
  { sameCauseAs }: Failure,
  all: readonly Pick<Failure, 'id'>[],
): string | undefined {
  const at = sameCauseAs === undefined ? -1 : all.findIndex(({ id }) => id === sameCauseAs);
  return at < 0 ? undefined : `same cause as finding ${at + 1}`;
}

/**
 * Names and says when a defect shows, if one request alone does not show it. Results of other
 * versions say it in other words.
 */
export function needsEntry(needs: string): readonly [name: string, words: string] {
  return needs.startsWith('shows ') ? ['Shows', needs.slice('shows '.length)] : ['Needs', needs];
}

type Sides = Pick<Failure, 'request' | 'response' | 'second' | 'condition'>;

/**
 * Names the requests that show a failure, in the order of time, and says in which respect two of
 * them differ.
 */
export function requestEntries(
  failure: Sides,
): readonly (readonly [name: string, words: string])[] {
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
    session: '',
    'after-other-user': '',
    'after-other-token': '',
  };
  return [
    ['Step 1', describedBeside(second, request, before)],
    ['Step 2', describedBeside({ request, response }, second.request, kind ? how[kind] : '')],
  ];
}

/**
 * Describes a request, in which headers it differs from the other one, how it is sent, and its
 * response.
 */
function describedBeside(
  { request, response }: NonNullable<Failure['second']>,
  other: ShownRequest,
  how: string,
): string {
  const lines = ({ headers }: ShownRequest) =>
    new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const [mine, theirs] = [lines(request), lines(other)];
  const said = [
    ...request.headers.flatMap(([name, value]) =>
      theirs.get(name.toLowerCase()) === value
        ? []
        : [value === '' ? `with an empty ${name}` : `with ${name}: ${value}`],
    ),
    ...other.headers.flatMap(([name]) => (mine.has(name.toLowerCase()) ? [] : [`without ${name}`])),
  ];
  const came =
    response.lost === undefined
      ? `status ${response.status ?? '?'}`
      : `no response, ${response.lost}`;
  const changes = request.method === other.method && said.length > 0 ? ` ${said.join(', ')}` : '';
  return `${request.method} ${request.url}${changes}${how}: ${came}`;
}

/** Explains the numbers of cases, which may be larger than the number of requests. */
export const casesWords =
  'A case is a response that one requirement judged. Several requirements may judge the same response.';
