import type { RequirementResult } from '../../engine/result.ts';
import { everyEndpoint, groupsOf, isWholeRun, type Place } from './places.ts';
import type { Shown } from './visible.ts';
import { groupOf, outcomes, worst } from './words.ts';

type Outcome = RequirementResult['outcome'];

/** The worst outcome of a group of requirements on an endpoint. */
export interface Cell {
  readonly outcome: Outcome;
  /** How many requirements have that outcome, and how many there are. */
  readonly count: number;
  readonly all: number;
  /** The first requirement with that outcome. */
  readonly first: string;
  /** Present if all of them belong to one group. */
  readonly group?: string;
}

/** A row for an endpoint, or for the requirements of an area that ran on no endpoint. */
export interface Row {
  readonly endpoint?: string;
  /** Whether any of its requirements is claimed. */
  readonly isClaimed: boolean;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** The rows of an area, or of endpoints that belong to no area. */
export interface RowGroup {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** The column of requirements that apply to a single area. */
export const own = 'own';

interface Entry {
  readonly id: string;
  readonly area: string;
  readonly endpoint?: string;
  readonly column: string;
  readonly outcome: Outcome;
  readonly claimed: boolean;
}

/** Arranges the outcomes by endpoint and group of requirements. Each cell contains the worst outcome. */
export function matrixOf(
  result: Shown,
  places: readonly Place[],
): { readonly columns: readonly string[]; readonly groups: readonly RowGroup[] } {
  const columns = [own, ...groupsOf(result).shared];
  const entries = result.requirements.flatMap(entriesOf);
  const onEndpoints = entries.filter(({ endpoint }) => endpoint !== undefined);
  const onNone = entries.filter(({ endpoint }) => endpoint === undefined);
  const areas = [...new Set([...places.map(({ area }) => area), ...onNone.map(({ area }) => area)])].filter(
    (area) => area !== everyEndpoint,
  );
  const row = (all: readonly Entry[], endpoint?: string): Row => ({
    ...(endpoint === undefined ? {} : { endpoint }),
    isClaimed: all.some(({ claimed }) => claimed),
    cells: cellsOf(all),
  });
  const asked = (isMeant: (place: Place) => boolean) =>
    places.filter(isMeant).map(({ endpoint }) =>
      row(
        onEndpoints.filter((entry) => entry.endpoint === endpoint),
        endpoint,
      ),
    );
  const unasked = (area: string) => {
    const rest = onNone.filter((entry) => entry.area === area);
    return rest.length > 0 ? [row(rest)] : [];
  };
  const groups = [
    ...areas.map((area) => ({
      name: area,
      rows: [...asked((place) => place.area === area && !isWholeRun(place.endpoint)), ...unasked(area)],
    })),
    { name: 'other', rows: asked((place) => place.area === everyEndpoint && !isWholeRun(place.endpoint)) },
    { name: 'every endpoint', rows: unasked(everyEndpoint) },
    { name: 'run', rows: asked(({ endpoint }) => isWholeRun(endpoint)) },
  ];
  return { columns, groups: groups.filter(({ rows }) => rows.length > 0) };
}

function entriesOf({ id, area, outcome, endpoints, claimed }: RequirementResult): Entry[] {
  const column = area === everyEndpoint ? groupOf(id) : own;
  if (endpoints.length === 0) return [{ id, area, column, outcome, claimed }];
  return endpoints.map((one) => ({ id, area, column, endpoint: one.endpoint, outcome: one.outcome, claimed }));
}

function cellsOf(entries: readonly Entry[]): ReadonlyMap<string, Cell> {
  const byColumn = new Map<string, Entry[]>();
  for (const entry of entries) byColumn.set(entry.column, [...(byColumn.get(entry.column) ?? []), entry]);
  return new Map([...byColumn].map(([column, all]) => [column, cellOf(all)]));
}

function cellOf(all: readonly Entry[]): Cell {
  const outcome = worst(all.map((entry) => entry.outcome));
  const meant = all.filter((entry) => entry.outcome === outcome);
  const groups = new Set(all.map(({ id }) => groupOf(id)));
  const [group] = groups;
  return {
    outcome,
    count: meant.length,
    all: all.length,
    first: meant[0]?.id ?? '',
    ...(groups.size === 1 && group !== undefined ? { group } : {}),
  };
}

/** Lists the outcomes that the cells contain, the best first. */
export function outcomesIn(groups: readonly RowGroup[]): readonly Outcome[] {
  const found = new Set(
    groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => [...cells.values()].map((cell) => cell.outcome))),
  );
  return outcomes.filter((outcome) => found.has(outcome)).reverse();
}
