import type { Shown } from './visible.ts';
import { groupOf } from './words.ts';

/** An endpoint of the run, or what stands for the run as a whole. */
export interface Place {
  readonly endpoint: string;
  readonly area: string;
}

const wholeRun = '(run)';
/** The area of requirements that hold for every endpoint, and of what no area is known of. */
export const everyEndpoint = 'every-endpoint';

/** Every endpoint that the result speaks of, by area in the order of the claim, the run as a whole last. */
export function placesOf(result: Shown): readonly Place[] {
  const known = knownAreas(result);
  const order = [...new Set([...result.claim, ...known.values()])].filter((area) => area !== everyEndpoint);
  const rank = ({ endpoint, area }: Place) =>
    endpoint === wholeRun
      ? order.length + 1
      : order.indexOf(area as never) === -1
        ? order.length
        : order.indexOf(area as never);
  const all = new Set([
    ...result.requirements.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)),
    ...result.failures.flatMap(({ places }) => places.map(({ endpoint }) => endpoint)),
    ...result.observations.map(({ endpoint }) => endpoint),
  ]);
  return [...all]
    .map((endpoint) => ({ endpoint, area: known.get(endpoint) ?? everyEndpoint }))
    .sort((left, right) => rank(left) - rank(right));
}

/** The area is the one that declares the endpoint, or else the one whose own requirements name it. */
function knownAreas({ requirements, profile }: Shown): ReadonlyMap<string, string> {
  const areas = new Map<string, string>();
  for (const { area, endpoints } of requirements) {
    if (area === everyEndpoint) continue;
    for (const { endpoint } of endpoints) if (endpoint !== wholeRun && !areas.has(endpoint)) areas.set(endpoint, area);
  }
  for (const { method, path, area } of profile.endpoints) areas.set(`${method} ${path}`, area);
  return areas;
}

/** An endpoint as a reader sees it. */
export function placeWords(endpoint: string): string {
  return endpoint === wholeRun ? 'the run as a whole' : endpoint;
}

/** Whether it stands for no endpoint of its own. */
export function isWholeRun(endpoint: string): boolean {
  return endpoint === wholeRun;
}

/** The groups of requirements, those that hold for every endpoint apart from those of an area. */
export function groupsOf({ requirements }: Shown): {
  readonly shared: readonly string[];
  readonly own: readonly string[];
} {
  const groups = (isShared: boolean) => [
    ...new Set(requirements.filter(({ area }) => (area === everyEndpoint) === isShared).map(({ id }) => groupOf(id))),
  ];
  return { shared: groups(true), own: groups(false) };
}
