import { readFile } from 'node:fs/promises';
import { notSelected } from '../reports/verdict-reasons.ts';
import schema from '../schemas/known-failures.schema.json' with { type: 'json' };
import { didYouMean } from './config/did-you-mean.ts';
import { parseJson } from './config/read-schema.ts';
import {
  type Catalogue,
  type Config,
  catalogue,
  defined,
  type Endpoint,
  endpointTable,
  type KnownFailure,
  type KnownFailures,
  type RequirementResult,
  type Result,
  type Row,
  rows,
  type Verdict,
  verdictOf,
  violations,
  wholeRun,
} from './engine.ts';
import { exitCodeOf, InputError, orInputError } from './exit.ts';
import { shown } from './page.ts';
import { violationText } from './result-folder.ts';

export async function readKnown(
  file: string | undefined,
): Promise<readonly KnownFailure[] | undefined> {
  if (file === undefined) return undefined;
  const name = shown(file);
  const text = await readFile(file, 'utf8').catch(
    orInputError(`${name} cannot be read`, 'Name another file with --known-failures.'),
  );
  const { value, fault } = parseJson(text, { disallowComments: true });
  if (fault !== undefined) throw new InputError(`${name} is ${fault}. Correct it.`);
  const [first] = violations(schema, value);
  if (!first) return (value as { readonly knownFailures: readonly KnownFailure[] }).knownFailures;
  throw new InputError(
    `${name} is not a list of known failures: ${violationText(first)}. Correct it. ` +
      'schemas/known-failures.schema.json describes the format.',
  );
}

export function weighKnown(
  result: Result,
  list: readonly KnownFailure[] | undefined,
  { profile, only, skip, shard }: Pick<Config, 'profile' | 'only' | 'skip' | 'shard'>,
): { readonly result: Result; readonly code: number } {
  // Only the exit code of a part depends on the part alone.
  const unselected = new Set(notSelected(result));
  const requirements = result.requirements.filter((one) => !unselected.has(one));
  const selected = { ...result, requirements };
  const isPart =
    [only, skip, result.interrupted].some((one) => one !== undefined) || (shard?.total ?? 1) > 1;
  const endpoints = endpointTable(catalogue, profile);
  const knownFailures = list && compareKnown(list, result, { catalogue, endpoints, isPart });
  const verdict = knownFailures
    ? verdictBesides(knownFailures, selected)
    : verdictOver(requirements, selected);
  return {
    result: { ...result, ...defined({ knownFailures }) },
    code: exitCodeOf(verdict, result),
  };
}

// A known failure changes the exit code, never the verdict. An outdated entry could hide a later
// failure, so it is an error.

type Circumstances = Readonly<{
  catalogue: Catalogue;
  endpoints: readonly Endpoint[];
  /**
   * Whether --only, a shard or an interruption limited the run: a monitor did not see all
   * responses.
   */
  isPart: boolean;
}>;

export function compareKnown(
  list: readonly KnownFailure[],
  result: Result,
  { catalogue, endpoints, isPart }: Circumstances,
): KnownFailures {
  const rowsById = new Map(rows(catalogue).map((row) => [row.requirement.id, row]));
  const today = result.run.startedAt.slice(0, 10);
  const matched: KnownFailure[] = [];
  const stale: KnownFailure[] = [];
  const unknown: (KnownFailure & { why: string })[] = [];
  for (const entry of list) {
    const row = rowsById.get(entry.requirement);
    const why = meaningless(entry, row, rowsById.keys(), endpoints, today);
    if (why !== undefined) {
      unknown.push({ ...entry, why });
      continue;
    }
    const judged = result.requirements.find(({ id }) => id === entry.requirement);
    const outcomes = (judged?.endpoints ?? [])
      .filter(({ endpoint }) => isListed({ ...entry, endpoint }, [entry]))
      .map(({ outcome }) => outcome);
    const sawAll = !(isPart && row?.requirement.kind === 'monitor');
    if (outcomes.some((outcome) => outcome === 'fail' || outcome === 'warn')) matched.push(entry);
    else if (outcomes.length > 0 && sawAll && outcomes.every(isAssessed)) stale.push(entry);
  }
  const unlisted = failingPlaces(result).filter((place) => !isListed(place, matched));
  return { matched, stale, unknown, unlisted };
}

function isAssessed(outcome: string) {
  return outcome === 'pass' || outcome === 'observed';
}

function meaningless(
  { requirement: id, endpoint, until }: KnownFailure,
  row: Row | undefined,
  ids: Iterable<string>,
  endpoints: readonly Endpoint[],
  today: string,
) {
  if (!row) return `there is no such requirement${suggested(id, ids)}`;
  if (until !== undefined && until < today) return `it expired on ${until}`;
  if (endpoint === undefined) return undefined;
  const { requirement } = row;
  const own = requirement.endpoints
    ? endpoints.filter(requirement.endpoints).map((one) => one.id)
    : [];
  // A monitor also judges requests that belong to no endpoint of the table.
  const places = requirement.endpoints && requirement.kind !== 'monitor' ? own : [...own, wholeRun];
  return places.includes(endpoint)
    ? undefined
    : `it does not apply to that endpoint${suggested(endpoint, places)}`;
}

function suggested(written: string, candidates: Iterable<string>) {
  const meant = didYouMean(written, candidates);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

type Place = KnownFailures['unlisted'][number];

function failingPlaces({ requirements }: Result) {
  return requirements
    .filter(({ claimed, outcome }) => claimed && outcome === 'fail')
    .flatMap(({ id, endpoints }) =>
      endpoints
        .filter(({ outcome }) => outcome === 'fail')
        .map(({ endpoint }) => ({ requirement: id, endpoint })),
    );
}

function isListed(place: Place, entries: readonly KnownFailure[]) {
  return entries.some(
    ({ requirement, endpoint }) =>
      requirement === place.requirement && (endpoint === undefined || endpoint === place.endpoint),
  );
}

/** The verdict that decides the exit code. If the harness failed, a correct list can look wrong. */
export function verdictBesides(known: KnownFailures, result: Result): Verdict {
  const isUntrue =
    known.stale.length + known.unknown.length > 0 && result.harnessErrors.length === 0;
  if (known.unlisted.length > 0 || isUntrue) return 'non-conformant';
  return verdictOver(
    result.requirements.flatMap((requirement) => besides(requirement)),
    result,
  );
}

function verdictOver(requirements: readonly RequirementResult[], result: Result) {
  return verdictOf(
    requirements,
    new Set(result.requirements.filter(({ claimed }) => claimed).map(({ id }) => id)),
    new Set(result.waived.map(({ id }) => id)),
    result.harnessErrors.length + (result.interrupted === undefined ? 0 : 1),
  );
}

/** Without failures that the list contains, the requirement may still be inconclusive elsewhere. */
function besides(requirement: RequirementResult): RequirementResult[] {
  if (requirement.outcome !== 'fail') return [requirement];
  const isOpen = requirement.endpoints.some(({ outcome }) => outcome === 'inconclusive');
  return isOpen ? [{ ...requirement, outcome: 'inconclusive' }] : [];
}
