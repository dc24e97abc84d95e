import type { RequirementResult } from '../../engine/result.ts';
import { everyEndpoint, groupsOf, isWholeRun, type Place } from './places.ts';
import type { Shown } from './visible.ts';
import { groupOf } from './words.ts';

type Outcome = RequirementResult['outcome'];

/** The outcomes of a group of requirements on an endpoint. */
export interface Cell {
  /**
   * How many requirements have each outcome. The outcome that gives the cell its colour is first.
   */
  readonly counts: readonly (readonly [outcome: Outcome, count: number])[];
  /** The first requirement with the first of the outcomes. */
  readonly first: string;
  /** Present if all of them belong to one group. */
  readonly group?: string;
}

/** A row for an endpoint, or for the requirements of an area that ran on no endpoint. */
export interface Row {
  readonly endpoint?: string;
  readonly isClaimed: boolean;
  readonly cells: ReadonlyMap<string, Cell>;
}

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

/** The order in a cell. What was judged comes before what was not. */
const cellOrder = [
  'fail',
  'warn',
  'pass',
  'observed',
  'inconclusive',
  'not-run',
] as const satisfies readonly Outcome[];

export function matrixOf(
  result: Shown,
  places: readonly Place[],
): { readonly columns: readonly string[]; readonly groups: readonly RowGroup[] } {
  const columns = [own, ...groupsOf(result).shared];
  const entries = result.requirements.flatMap(entriesOf);
  const onEndpoints = entries.filter(({ endpoint }) => endpoint !== undefined);
  const onNone = entries.filter(({ endpoint }) => endpoint === undefined);
  const areas = [
    ...new Set([...places.map(({ area }) => area), ...onNone.map(({ area }) => area)]),
  ].filter((area) => area !== everyEndpoint);
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
      rows: [
        ...asked((place) => place.area === area && !isWholeRun(place.endpoint)),
        ...unasked(area),
      ],
    })),
    {
      name: 'other',
      rows: asked((place) => place.area === everyEndpoint && !isWholeRun(place.endpoint)),
    },
    { name: 'every endpoint', rows: unasked(everyEndpoint) },
    { name: 'run', rows: asked(({ endpoint }) => isWholeRun(endpoint)) },
  ];
  return { columns, groups: groups.filter(({ rows }) => rows.length > 0) };
}

function entriesOf({ id, area, outcome, endpoints, claimed }: RequirementResult): Entry[] {
  const column = area === everyEndpoint ? groupOf(id) : own;
  if (endpoints.length === 0) return [{ id, area, column, outcome, claimed }];
  return endpoints.map((one) => ({
    id,
    area,
    column,
    endpoint: one.endpoint,
    outcome: one.outcome,
    claimed,
  }));
}

function cellsOf(entries: readonly Entry[]): ReadonlyMap<string, Cell> {
  const byColumn = new Map<string, Entry[]>();
  for (const entry of entries)
    byColumn.set(entry.column, [...(byColumn.get(entry.column) ?? []), entry]);
  return new Map([...byColumn].map(([column, all]) => [column, cellOf(all)]));
}

function cellOf(all: readonly Entry[]): Cell {
  const having = (outcome: Outcome) => all.filter((entry) => entry.outcome === outcome);
  const found = cellOrder.filter((outcome) => having(outcome).length > 0);
  const groups = new Set(all.map(({ id }) => groupOf(id)));
  const [group] = groups;
  return {
    counts: found.map((outcome) => [outcome, having(outcome).length]),
    first: having(found[0] ?? 'pass')[0]?.id ?? '',
    ...(groups.size === 1 && group !== undefined ? { group } : {}),
  };
}

export function outcomesIn(groups: readonly RowGroup[]): readonly Outcome[] {
  const cells = groups.flatMap(({ rows }) => rows.flatMap((row) => [...row.cells.values()]));
  return cellOrder.filter((outcome) =>
    cells.some(({ counts }) => counts.some(([one]) => one === outcome)),
  );
}
