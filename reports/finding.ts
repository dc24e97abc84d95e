import type { Failure, Result, ShownRequest, ShownStep } from '../engine/result.ts';
import { placeWords, wholeRun } from './html/places.ts';
import { likelyCauses, statementWords, toldAt } from './likely-causes.ts';
import { manners, recipeWords } from './recipe-words.ts';
import { separationWords } from './separation-words.ts';
import { replayLine, tokenLines } from './shell-lines.ts';

/** What a finding says under one label. */
export interface Entry {
  readonly label: string;
  /** Sentences, or commands of a shell, which a printer must not wrap. */
  readonly kind: 'text' | 'list' | 'commands';
  /** One for a text, any number for a list and for commands. */
  readonly lines: readonly string[];
}

type Of = Pick<Result, 'failures' | 'requirements'>;

/**
 * Lays out a finding as labelled entries: first what is wrong, then where, then how to mend it, then
 * how to see it again. Printers only print them. `folder` contains the result, or is its file.
 */
export function entriesOf(failure: Failure, result: Of, folder = '.'): readonly Entry[] {
  const { expected, actual } = failure;
  return [
    ...text('Same cause', sameCauseWords(failure, result.failures)),
    ...contrastEntries(failure),
    ...text('Expected', expected),
    ...text('Actual', actual),
    ...requestEntries(failure),
    ...text('Places', placesText(failure, result)),
    ...repetitionEntries(failure),
    ...adviceEntries(failure, result.failures),
    ...commandEntries(failure, replayLine(folder, result.failures.indexOf(failure) + 1)),
  ];
}

/** Says how failing requests differ from others. */
export const contrastEntries = (failure: Failure): readonly Entry[] => [
  ...text('Changed', failure.changed),
  ...text('Pattern', separationWords(failure)),
];

/** Says how often it shows again, and how. */
export function repetitionEntries(failure: Failure): readonly Entry[] {
  const { of, times } = failure.reproduced;
  return [
    ...(failure.recipe?.otherwise === undefined && of > 0
      ? text('Reproduced', `${times} of ${of} times`)
      : []),
    ...text('Shows', recipeWords(failure)),
  ];
}

const text = (label: string, line: string | undefined): readonly Entry[] =>
  line === undefined || line === '' ? [] : [{ label, kind: 'text', lines: [line] }];

/** The number of the finding that the same defect causes. Undefined if there is none. */
export function sameCauseOf(
  { sameCauseAs }: Failure,
  all: readonly Pick<Failure, 'id'>[],
): number | undefined {
  const at = sameCauseAs === undefined ? -1 : all.findIndex(({ id }) => id === sameCauseAs);
  return at < 0 ? undefined : at + 1;
}

/** Says which other finding the same defect causes. Undefined if there is none. */
export function sameCauseWords(
  failure: Failure,
  all: readonly Pick<Failure, 'id'>[],
): string | undefined {
  const nth = sameCauseOf(failure, all);
  return nth === undefined ? undefined : `same cause as finding ${nth}`;
}

function adviceEntries(failure: Failure, all: readonly Failure[]): readonly Entry[] {
  if (failure.sameCauseAs !== undefined) return [];
  const told = toldAt(failure, all);
  if (told !== undefined) return text('Look at', `see finding ${told}, of the same requirement`);
  const lines = likelyCauses(failure).map(({ suspect, look }) => `${suspect} ${look}`);
  return [
    ...(lines.length === 0 ? [] : [{ label: 'Look at', kind: 'list' as const, lines }]),
    ...text('Statement', statementWords(failure)),
  ];
}

/** The most characters of a command. A request of a megabyte makes a command of a megabyte. */
const longestCommand = 4_000;

/** The label of what to run before the commands. */
export const before = 'Before';

function commandEntries(failure: Failure, again: string): readonly Entry[] {
  const { curl, recipe, replay, request } = failure;
  const commands = (label: string, lines: readonly string[]): Entry => ({
    label,
    kind: 'commands',
    lines,
  });
  const isLong = (curl?.length ?? 0) > longestCommand;
  const why =
    recipe === undefined
      ? 'none: it is not known which other requests it needs'
      : 'none: the replay builds this request (a secret, a forged token or odd bytes)';
  return [
    ...(curl === undefined || isLong
      ? []
      : [commands(before, tokenLines([failure])), commands('curl', curl.split('\n'))]),
    ...text('curl', isLong ? 'the command is in result.json' : undefined),
    ...(curl === undefined && request ? text('curl', why) : []),
    ...(replay ? [commands('Replay', [again])] : []),
    ...text('', replay?.sends === undefined ? undefined : `sends ${replay.sends}`),
  ];
}

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
export interface ShownPlace {
  readonly name: string;
  readonly count: number;
  /** NaN if it is unknown. */
  readonly of: number;
}

/** Lists where a failure shows. The whole run and an endpoint that it requested are one place. */
export function placesShown({ places }: Failure): readonly ShownPlace[] {
  const shown = new Map<string, ShownPlace>();
  for (const place of places) {
    const name = placeName(place);
    const { count, of = Number.NaN } = place;
    const known = shown.get(name) ?? { count: 0, of: 0 };
    shown.set(name, { name, count: known.count + count, of: known.of + of });
  }
  return [...shown.values()];
}

/** Says in how many of the cases it shows there. Empty if it is one. */
export function countWords({ count, of }: ShownPlace): string {
  if (count === 1) return '';
  return Number.isNaN(of) ? ` (${count})` : ` (${count} of ${of})`;
}

/** The most places that are named. */
const shownPlaces = 12;

function placesText(failure: Failure, result: Of): string {
  const places = placesShown(failure);
  const named = places.slice(0, shownPlaces).map((place) => `${place.name}${countWords(place)}`);
  const more = places.length > shownPlaces ? [`and ${places.length - shownPlaces} more`] : [];
  const extent = extentOf(failure, result);
  const all = extent > 0 ? `all ${extent} endpoints: ` : '';
  return `${all}${[...named, ...more].join(', ')}`;
}

/**
 * The number of endpoints that the requirement of a failure judged, or that the run requested, if
 * it shows at all of them. Otherwise 0.
 */
export function extentOf(
  { requirement, places }: Failure,
  { requirements }: Pick<Of, 'requirements'>,
): number {
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

/**
 * Names the requests that show a failure, in the order of time, and how each differs from another
 * one: from the accepted request, or from the step before.
 */
function requestEntries({ request, response, accepted, recipe }: Failure): readonly Entry[] {
  if (!request) return [];
  const judged = { ...recipe?.steps[recipe.judged], request, ...(response ? { response } : {}) };
  const steps = recipe ? [...recipe.steps.slice(0, recipe.judged), judged] : [judged];
  if (steps.length < 2)
    return [
      ...text('Accepted', accepted && describedBeside(accepted, request)),
      ...text('Request', describedBeside(judged, accepted?.request)),
    ];
  return steps.flatMap((step, nth) =>
    text(`Step ${nth + 1}`, describedBeside(step, steps[nth === 0 ? 1 : nth - 1]?.request)),
  );
}

/**
 * Describes a step, in which headers its request differs from another one, how it is sent, and its
 * response.
 */
function describedBeside(step: ShownStep, other: ShownRequest | undefined): string {
  const { request, response } = step;
  const { status, lost } = response ?? {};
  const came = lost === undefined ? `status ${status ?? '?'}` : `no response, ${lost}`;
  const changes = other ? differences(request, other) : [];
  const said = changes.length > 0 ? ` ${changes.join(', ')}` : '';
  return `${request.method} ${request.url}${said}${manners(step)}${response ? `: ${came}` : ''}`;
}

function differences(request: ShownRequest, other: ShownRequest): readonly string[] {
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

/** Explains the numbers of cases, which may be larger than the number of requests. */
export const casesWords =
  'A case is a response that one requirement judged. Several requirements may judge the same response.';
