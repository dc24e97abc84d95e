import { grouped, type RequirementResult } from '../../engine/result.ts';
import { everyEndpoint, groupsOf, isWholeRun, type Place } from './places.ts';
import type { Shown } from './visible.ts';
import { groupOf } from './words.ts';

type Outcome = RequirementResult['outcome'];

export type Cell = Readonly<{
  /** The outcome that gives the cell its colour is first. */
  counts: readonly (readonly [outcome: Outcome, count: number])[];
  /** The first requirement with the first of the outcomes. */
  first: string;
  /** Undefined if they belong to several groups. */
  group: string | undefined;
}>;

export type Row = Readonly<{
  endpoint: string | undefined;
  isClaimed: boolean;
  cells: ReadonlyMap<string, Cell>;
}>;

/** The column of requirements that apply to a single area. */
export const own = 'own';

type Entry = Readonly<{
  id: string;
  area: string;
  endpoint?: string | undefined;
  column: string;
  outcome: Outcome;
  claimed: boolean;
}>;

/** The order in a cell. What was judged comes before what was not. */
const cellOrder = [
  'fail',
  'warn',
  'pass',
  'observed',
  'inconclusive',
  'not-run',
] as const satisfies readonly Outcome[];

export function matrixOf(result: Shown, places: readonly Place[]) {
  const entries = result.requirements.flatMap(entriesOf);
  const onNone = entries.filter(({ endpoint }) => endpoint === undefined);
  const areas = new Set([...places, ...onNone].map(({ area }) => area));
  areas.delete(everyEndpoint);
  const row = (all: readonly Entry[], endpoint?: string): Row => ({
    endpoint,
    isClaimed: all.some(({ claimed }) => claimed),
    cells: new Map(
      [...grouped(all, ({ column }) => column)].map(([column, some]) => [column, cellOf(some)]),
    ),
  });
  const asked = (isMeant: (place: Place) => boolean) =>
    places.filter(isMeant).map(({ endpoint }) => {
      const all = entries.filter((entry) => entry.endpoint === endpoint);
      return row(all, endpoint);
    });
  const askedIn = (area: string) =>
    asked((place) => place.area === area && !isWholeRun(place.endpoint));
  const unasked = (area: string) => {
    const rest = onNone.filter((entry) => entry.area === area);
    return rest.length > 0 ? [row(rest)] : [];
  };
  const groups = [
    ...[...areas].map((name) => ({ name, rows: [...askedIn(name), ...unasked(name)] })),
    { name: 'other', rows: askedIn(everyEndpoint) },
    { name: 'every endpoint', rows: unasked(everyEndpoint) },
    { name: 'run', rows: asked(({ endpoint }) => isWholeRun(endpoint)) },
  ];
  const columns = [own, ...groupsOf(result).shared];
  return { columns, groups: groups.filter(({ rows }) => rows.length > 0) };
}

function entriesOf({ id, area, outcome, endpoints, claimed }: RequirementResult): Entry[] {
  const common = { id, area, claimed, column: area === everyEndpoint ? groupOf(id) : own };
  if (endpoints.length === 0) return [{ ...common, outcome }];
  return endpoints.map((one) => ({ ...common, endpoint: one.endpoint, outcome: one.outcome }));
}

function cellOf(all: readonly Entry[]): Cell {
  const byOutcome = grouped(all, ({ outcome }) => outcome);
  const having = (outcome: Outcome) => byOutcome.get(outcome) ?? [];
  const found = cellOrder.filter((outcome) => byOutcome.has(outcome));
  const groups = new Set(all.map(({ id }) => groupOf(id)));
  return {
    counts: found.map((outcome) => [outcome, having(outcome).length]),
    first: having(found[0] ?? 'pass')[0]?.id ?? '',
    group: groups.size === 1 ? [...groups][0] : undefined,
  };
}

export function outcomesIn(groups: readonly { readonly rows: readonly Row[] }[]) {
  const cells = groups.flatMap(({ rows }) => rows.flatMap((row) => [...row.cells.values()]));
  const counts = cells.flatMap((cell) => cell.counts);
  return cellOrder.filter((outcome) => counts.some(([one]) => one === outcome));
}
