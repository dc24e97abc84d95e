import type { Catalogue, Row } from '../catalogue/catalogue.ts';
import { rows } from '../catalogue/catalogue.ts';
import { type Endpoint, wholeRun } from '../catalogue/endpoint.ts';
import type { Verdict } from '../catalogue/levels.ts';
import { didYouMean } from '../config/did-you-mean.ts';
import type { RequirementResult, Result } from '../result.ts';
import { verdictOf } from './verdict.ts';

// A known failure changes the exit code, never the verdict: a result says what the target does, the list says what its
// people know. The list has to stay true, or it would hide what it was not written for: an entry that no longer fails
// and an entry that means nothing are errors of the list.

/** An entry of the operator's list. */
export interface KnownFailure {
  readonly requirement: string;
  /** Absent: every endpoint. */
  readonly endpoint?: string;
  readonly reason: string;
  /** The last day on which it counts, `YYYY-MM-DD` in UTC. */
  readonly until?: string;
}

/** What became of the list in a run. */
export interface KnownFailures {
  /** Entries that failed or warned. */
  readonly matched: readonly KnownFailure[];
  /** Entries that were assessed wherever they apply, and held. */
  readonly stale: readonly KnownFailure[];
  /** Entries that mean nothing, with the reason. */
  readonly unknown: readonly (KnownFailure & { readonly why: string })[];
  /** Failures that no entry lists. */
  readonly unlisted: readonly { readonly requirement: string; readonly endpoint: string }[];
}

/** What is known of the run beside its result. */
export interface Circumstances {
  readonly catalogue: Catalogue;
  /** The endpoint table of the run. */
  readonly endpoints: readonly Endpoint[];
  /** Whether it ran in part, by --only, as a shard or cut short: then a monitor has not seen every answer. */
  readonly isPart: boolean;
}

/** Holds the list against the result. */
export function compareKnown(
  list: readonly KnownFailure[],
  result: Result,
  { catalogue, endpoints, isPart }: Circumstances,
): KnownFailures {
  const rowsById = new Map(rows(catalogue).map((row) => [row.requirement.id, row]));
  const resultsById = new Map(result.requirements.map((requirement) => [requirement.id, requirement]));
  const matched: KnownFailure[] = [];
  const stale: KnownFailure[] = [];
  const unknown: (KnownFailure & { why: string })[] = [];
  for (const entry of list) {
    const row = rowsById.get(entry.requirement);
    const why = meaningless(entry, row, rowsById.keys(), endpoints, result.run.startedAt.slice(0, 10));
    if (why !== undefined) {
      unknown.push({ ...entry, why });
      continue;
    }
    const outcomes = (resultsById.get(entry.requirement)?.endpoints ?? [])
      .filter(({ endpoint }) => entry.endpoint === undefined || endpoint === entry.endpoint)
      .map(({ outcome }) => outcome);
    const sawAll = !(isPart && row?.requirement.kind === 'monitor');
    if (outcomes.some((outcome) => outcome === 'fail' || outcome === 'warn')) matched.push(entry);
    else if (outcomes.length > 0 && sawAll && outcomes.every(isAssessed)) stale.push(entry);
  }
  return { matched, stale, unknown, unlisted: failingPlaces(result).filter((place) => !isListed(place, matched)) };
}

function isAssessed(outcome: string): boolean {
  return outcome === 'pass' || outcome === 'observed';
}

function meaningless(
  { requirement: id, endpoint, until }: KnownFailure,
  row: Row | undefined,
  ids: Iterable<string>,
  endpoints: readonly Endpoint[],
  today: string,
): string | undefined {
  if (!row) return `there is no such requirement${suggested(id, ids)}`;
  if (until !== undefined && until < today) return `it expired on ${until}`;
  if (endpoint === undefined) return undefined;
  const { requirement } = row;
  const own = requirement.endpoints ? endpoints.filter(requirement.endpoints).map((one) => one.id) : [];
  // A monitor also speaks of requests to no endpoint of the table.
  const places = requirement.endpoints && requirement.kind !== 'monitor' ? own : [...own, wholeRun];
  return places.includes(endpoint) ? undefined : `it does not concern that endpoint${suggested(endpoint, places)}`;
}

function suggested(written: string, candidates: Iterable<string>): string {
  const meant = didYouMean(written, candidates);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

interface Place {
  readonly requirement: string;
  readonly endpoint: string;
}

/** Where a requirement that binds the verdict failed. */
function failingPlaces({ requirements }: Result): Place[] {
  return requirements
    .filter(({ claimed, outcome }) => claimed && outcome === 'fail')
    .flatMap(({ id, endpoints }) =>
      endpoints.filter(({ outcome }) => outcome === 'fail').map(({ endpoint }) => ({ requirement: id, endpoint })),
    );
}

function isListed(place: Place, entries: readonly KnownFailure[]): boolean {
  return entries.some(
    ({ requirement, endpoint }) =>
      requirement === place.requirement && (endpoint === undefined || endpoint === place.endpoint),
  );
}

/**
 * The verdict for which the exit code of such a run stands. `non-conformant` also if the list itself is not true, unless the
 * harness failed: what it then says of the list need not be true either.
 */
export function verdictBesides(known: KnownFailures, result: Result): Verdict {
  const isUntrue = known.stale.length + known.unknown.length > 0 && result.harnessErrors.length === 0;
  if (known.unlisted.length > 0 || isUntrue) return 'non-conformant';
  return verdictOf(
    result.requirements.flatMap((requirement) => besides(requirement)),
    new Set(result.requirements.filter(({ claimed }) => claimed).map(({ id }) => id)),
    new Set(result.waived.map(({ id }) => id)),
    result.harnessErrors.length + (result.interrupted === undefined ? 0 : 1),
  );
}

/** Every failure is a listed one here. What else is open about the requirement, stays open. */
function besides(requirement: RequirementResult): RequirementResult[] {
  if (requirement.outcome !== 'fail') return [requirement];
  const isOpen = requirement.endpoints.some(({ outcome }) => outcome === 'inconclusive');
  return isOpen ? [{ ...requirement, outcome: 'inconclusive' }] : [];
}
