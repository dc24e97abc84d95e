import type { Failure, Result, ShownRequest, ShownStep } from '../engine/result.ts';
import { placeWords, wholeRun } from './html/places.ts';
import { likelyCauses, statementWords, toldAt } from './likely-causes.ts';
import { manners, recipeWords } from './recipe-words.ts';
import { separationWords } from './separation-words.ts';
import { replayLine, tokenLines } from './shell-lines.ts';

export type Entry = Readonly<{
  label: string;
  /**
   * `exchange`: a text about one request. `names`: names with spaces, between commas. Commands of a
   * shell must not be wrapped.
   */
  kind: 'text' | 'exchange' | 'names' | 'list' | 'commands';
  /** One for a text, any number for a list and for commands. */
  lines: readonly string[];
  /** The ends of the lines that say what to do. */
  ends?: readonly string[];
  finding?: number | undefined;
}>;

type Of = Pick<Result, 'failures' | 'requirements'> & {
  readonly run: Pick<Result['run'], 'startedAt'>;
};

/**
 * Lays out a finding as labelled entries: first what is wrong, then where, then how to mend it, then
 * how to see it again. Printers only print them. `folder` contains the result, or is its file.
 */
export function entriesOf(failure: Failure, result: Of, folder = '.'): readonly Entry[] {
  const { expected, actual } = failure;
  const { of, times } = failure.reproduced;
  const isRepeated = failure.recipe?.otherwise === undefined && of > 0;
  return [
    ...sameCauseEntries(failure, result.failures),
    ...text('Changed', failure.changed),
    ...text('Pattern', separationWords(failure, result.run)),
    ...text('Expected', expected),
    ...text('Actual', actual),
    ...requestEntries(failure),
    ...text('Places', placesText(failure, result), { kind: 'names' }),
    ...text('Reproduced', isRepeated ? `${times} of ${of} times` : undefined),
    ...text('Shows', recipeWords(failure)),
    ...adviceEntries(failure, result.failures),
    ...commandEntries(failure, replayLine(folder, result.failures.indexOf(failure) + 1)),
  ];
}

const text = (
  label: string,
  line: string | undefined,
  more: Partial<Entry> = {},
): readonly Entry[] => (line ? [{ label, kind: 'text', lines: [line], ...more }] : []);

function sameCauseEntries({ sameCauseAs }: Failure, all: readonly Pick<Failure, 'id'>[]) {
  const finding = sameCauseAs === undefined ? 0 : all.findIndex(({ id }) => id === sameCauseAs) + 1;
  return finding === 0 ? [] : text('Same cause', `same cause as finding ${finding}`, { finding });
}

function adviceEntries(failure: Failure, all: readonly Failure[]) {
  if (failure.sameCauseAs !== undefined) return [];
  const finding = toldAt(failure, all);
  if (finding !== undefined)
    return text('Look at', `see finding ${finding}, of the same requirement`, { finding });
  const causes = likelyCauses(failure);
  const lines = causes.map(({ suspect, look }) => `${suspect} ${look}`);
  const ends = causes.map(({ look }) => look);
  return [
    ...(lines.length === 0 ? [] : [{ label: 'Look at', kind: 'list' as const, lines, ends }]),
    ...text('Statement', statementWords(failure)),
  ];
}

/** The most characters of a command. A request of a megabyte makes a command of a megabyte. */
const longestCommand = 4_000;

export const inResult = 'the command is in result.json';

export const before = 'Before';

function commandEntries(failure: Failure, again: string) {
  const { curl, recipe, replay, request } = failure;
  const commands = (label: string, lines: readonly string[]): Entry => ({
    label,
    kind: 'commands',
    lines,
  });
  const isLong = (curl?.length ?? 0) > longestCommand;
  const { odd = [] } = request ?? {};
  const built = odd.length > 0 ? odd.join(' and ') : 'bytes that a shell line cannot contain';
  const why =
    recipe === undefined
      ? 'none: it is not known which other requests it needs'
      : `none: only the replay can build ${built}`;
  return [
    ...(curl === undefined || isLong
      ? []
      : [commands(before, tokenLines([failure])), commands('curl', curl.split('\n'))]),
    ...text('curl', isLong ? inResult : undefined),
    ...(curl === undefined && request ? text('curl', why) : []),
    ...(replay ? [commands('Replay', [again])] : []),
    ...text('', replay?.sends === undefined ? undefined : `sends ${replay.sends}`),
  ];
}

const placeName = ({ endpoint, at = [] }: Pick<Failure['places'][number], 'endpoint' | 'at'>) =>
  at.length > 0 ? at.map(placeWords).join(', ') : placeWords(endpoint);

type ShownPlace = Readonly<{
  name: string;
  count: number;
  /** NaN if it is unknown. */
  of: number;
}>;

/** Lists where a failure shows. The whole run and an endpoint that it requested are one place. */
function placesShown({ places }: Failure) {
  const shown = new Map<string, ShownPlace>();
  for (const place of places) {
    const name = placeName(place);
    const { count, of = Number.NaN } = place;
    const known = shown.get(name) ?? { count: 0, of: 0 };
    shown.set(name, { name, count: known.count + count, of: known.of + of });
  }
  return [...shown.values()];
}

function countWords({ count, of }: ShownPlace) {
  if (count === 1) return '';
  return Number.isNaN(of) ? ` (${count})` : ` (${count} of ${of})`;
}

const shownPlaces = 12;

function placesText(failure: Failure, result: Of) {
  const places = placesShown(failure);
  const named = places.slice(0, shownPlaces).map((place) => `${place.name}${countWords(place)}`);
  const more = places.length > shownPlaces ? [`and ${places.length - shownPlaces} more`] : [];
  const extent = extentOf(failure, result);
  const all = extent > 0 ? `all ${extent} endpoints: ` : '';
  return `${all}${[...named, ...more].join(', ')}`;
}

/**
 * How many endpoints its requirement judged, or the run requested, if it shows at all of them.
 * Otherwise 0.
 */
function extentOf({ requirement, places }: Failure, { requirements }: Pick<Of, 'requirements'>) {
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
  return possible.size > 2 && [...possible].every((id) => shown.has(id)) ? possible.size : 0;
}

/** In the order of time, each with how it differs from the accepted request or the step before. */
function requestEntries(failure: Failure) {
  const { request, accepted } = failure;
  const steps = stepsOf(failure);
  const about = (label: string, step: ShownStep | undefined, other: ShownRequest | undefined) =>
    text(label, step && describedBeside(step, other), { kind: 'exchange' });
  if (steps.length < 2)
    return [
      ...about('Accepted', accepted, request),
      ...about('Request', steps[0], accepted?.request),
    ];
  return steps.flatMap((step, nth) =>
    about(`Step ${nth + 1}`, step, steps[nth === 0 ? 1 : nth - 1]?.request),
  );
}

/** Lists what is sent, in the order of time. What shows the failure is last. */
export function stepsOf({ request, response, recipe }: Failure): readonly ShownStep[] {
  if (!request) return [];
  const judged = { ...recipe?.steps[recipe.judged], request, ...(response ? { response } : {}) };
  return [...(recipe?.steps.slice(0, recipe.judged) ?? []), judged];
}

function describedBeside(step: ShownStep, other: ShownRequest | undefined) {
  const { request, response } = step;
  const { status, lost } = response ?? {};
  const came = lost === undefined ? `status ${status ?? '?'}` : `no response, ${lost}`;
  const changes = other ? differences(request, other) : [];
  const said = changes.length > 0 ? ` ${changes.join(', ')}` : '';
  return `${request.method} ${request.url}${said}${manners(step)}${response ? `: ${came}` : ''}`;
}

function differences(request: ShownRequest, other: ShownRequest) {
  if (request.method !== other.method) return [];
  const lines = ({ headers }: ShownRequest) =>
    new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const [mine, theirs] = [lines(request), lines(other)];
  return [
    ...request.headers.flatMap(([name, value]) =>
      theirs.get(name.toLowerCase()) === value
        ? []
        : [value === '' ? `with an empty ${name}` : `with ${name}: ${value}`],
    ),
    ...other.headers.flatMap(([name]) => (mine.has(name.toLowerCase()) ? [] : [`without ${name}`])),
  ];
}

export const casesWords =
  'A case is a response that one requirement judged. ' +
  'Several requirements may judge the same response.';
