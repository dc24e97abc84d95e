import type { Requirement, Suite } from './check.ts';
import type { Endpoint } from './endpoint.ts';
import type { Area } from './levels.ts';

/** An area's folder of suites, or the folder of what applies to every endpoint. */
export interface AreaSuites {
  readonly area: Area | 'every-endpoint';
  /** What the specification says of the area, one sentence. */
  readonly purpose: string;
  /** Whether the specification gives any endpoint of it. */
  readonly specified: boolean;
  readonly suites: readonly Suite[];
}

/** Everything that is required, and of which endpoints: the suites and the endpoint table. */
export interface Catalogue {
  readonly areas: readonly AreaSuites[];
  readonly endpoints: readonly Endpoint[];
}

export interface Row {
  readonly area: Area | 'every-endpoint';
  readonly group: string;
  readonly requirement: Requirement;
}

/** The requirements with their place, in catalogue order. */
export function rows(catalogue: Catalogue): readonly Row[] {
  return catalogue.areas.flatMap(({ area, suites }) =>
    suites.flatMap(({ group, requirements }) => requirements.map((requirement) => ({ area, group, requirement }))),
  );
}
