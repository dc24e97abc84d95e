import type { Area } from '../schema/vocabulary.ts';
import type { Monitor, Requirement, Suite } from './check.ts';
import type { Endpoint } from './endpoint.ts';

/** The suites of an area, or those that apply to every endpoint. */
export interface AreaSuites {
  readonly area: Area | 'every-endpoint';
  /**
   * The area's purpose in one sentence, from the specification's section "What the service does".
   */
  readonly purpose: string;
  /** Empty if the specification defines no endpoint in the area. */
  readonly suites: readonly Suite[];
}

/** All requirements, and the endpoints that the specification defines. */
export interface Catalogue {
  readonly areas: readonly AreaSuites[];
  readonly endpoints: readonly Endpoint[];
}

/**
 * A requirement with its place in the catalogue. `group` is the part of its id before the slash.
 */
export interface Row {
  readonly area: Area | 'every-endpoint';
  readonly group: string;
  readonly requirement: Requirement;
}

/** The requirements with their area and group, in catalogue order. */
export function rows(catalogue: Catalogue): readonly Row[] {
  return catalogue.areas.flatMap(({ area, suites }) =>
    suites.flatMap(({ group, requirements }) =>
      requirements.map((requirement) => ({ area, group, requirement })),
    ),
  );
}

/** Returns the monitors by id, because findings and `Monitor.after` name them so. */
export function monitorsById(catalogue: Catalogue): ReadonlyMap<string, Monitor> {
  const all = rows(catalogue).map(({ requirement }) => requirement);
  return new Map(all.flatMap((one) => (one.kind === 'monitor' ? [[one.id, one]] : [])));
}
