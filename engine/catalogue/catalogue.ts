import type { Area } from '../schema/vocabulary.ts';
import type { Monitor, Requirement, Suite } from './check.ts';
import type { Endpoint } from './endpoint.ts';

export type AreaSuites = Readonly<{
  area: Area | 'every-endpoint';
  purpose: string;
  suites: readonly Suite[];
}>;

export type Catalogue = Readonly<{
  areas: readonly AreaSuites[];
  endpoints: readonly Endpoint[];
}>;

/** `group` is the part of the requirement's id before the slash. */
export type Row = Readonly<{
  area: Area | 'every-endpoint';
  group: string;
  requirement: Requirement;
}>;

export const rows = (catalogue: Catalogue): readonly Row[] =>
  catalogue.areas.flatMap(({ area, suites }) =>
    suites.flatMap(({ group, requirements }) =>
      requirements.map((requirement) => ({ area, group, requirement })),
    ),
  );

export function monitorsById(catalogue: Catalogue): ReadonlyMap<string, Monitor> {
  const all = rows(catalogue).map(({ requirement }) => requirement);
  return new Map(all.flatMap((one) => (one.kind === 'monitor' ? [[one.id, one]] : [])));
}
