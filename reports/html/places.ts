import type { Shown } from './visible.ts';
import { groupOf } from './words.ts';

/** An endpoint of the run, or the whole run. */
export type Place = Readonly<{
  endpoint: string;
  area: string;
}>;

export const wholeRun = '(run)';
/**
 * The area of requirements that apply to every endpoint, and of endpoints whose area is unknown.
 */
export const everyEndpoint = 'every-endpoint';

/** Lists every endpoint by area, in the order of the claim. The whole run comes last. */
export function placesOf(result: Shown): readonly Place[] {
  const known = knownAreas(result);
  const order = new Set<string>([...result.claim, ...known.values()]);
  for (const last of [everyEndpoint, wholeRun]) {
    order.delete(last);
    order.add(last);
  }
  const ranks = [...order];
  const rank = ({ endpoint, area }: Place) =>
    ranks.indexOf(endpoint === wholeRun ? wholeRun : area);
  const all = new Set([
    ...result.requirements.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)),
    ...result.failures.flatMap(({ places }) => places.map(({ endpoint }) => endpoint)),
    ...result.observations.map(({ endpoint }) => endpoint),
  ]);
  return [...all]
    .map((endpoint) => ({ endpoint, area: known.get(endpoint) ?? everyEndpoint }))
    .sort((left, right) => rank(left) - rank(right));
}

/** The profile's declaration overrides the area of the requirements that ran on the endpoint. */
function knownAreas({ requirements, profile }: Shown) {
  const areas = new Map<string, string>();
  for (const { area, endpoints } of requirements) {
    if (area === everyEndpoint) continue;
    for (const { endpoint } of endpoints)
      if (endpoint !== wholeRun && !areas.has(endpoint)) areas.set(endpoint, area);
  }
  for (const { method, path, area } of profile.endpoints) areas.set(`${method} ${path}`, area);
  return areas;
}

/** Also of a key that contains the endpoint. */
export const placeWords = (endpoint: string): string =>
  endpoint === wholeRun ? 'whole run' : endpoint.replace('{auth_url}', 'to the token endpoint');

export const isWholeRun = (endpoint: string): boolean => endpoint === wholeRun;

/**
 * Lists the groups of requirements: `shared` groups apply to every endpoint, `own` groups to one
 * area.
 */
export function groupsOf({ requirements }: Shown): {
  readonly shared: readonly string[];
  readonly own: readonly string[];
} {
  const groups = (isShared: boolean) => [
    ...new Set(
      requirements
        .filter(({ area }) => (area === everyEndpoint) === isShared)
        .map(({ id }) => groupOf(id)),
    ),
  ];
  return { shared: groups(true), own: groups(false) };
}
