import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import { matchesGlob } from '../../engine/config/globs.ts';
import { catalogue } from '../../suites/catalogue.ts';

/**
 * The catalogue with only the requirements that one of the globs selects, and the monitors that a
 * response must pass before these judge it.
 */
export function partOf(globs: readonly string[]): Catalogue {
  const chosen = catalogue.areas
    .flatMap(({ suites }) => suites.flatMap(({ requirements }) => requirements))
    .filter(({ id }) => globs.some((glob) => matchesGlob(glob, id)))
    .flatMap((one) => [one.id, ...((one.kind === 'monitor' && one.after) || [])]);
  const areas = catalogue.areas.map((area) => ({
    ...area,
    suites: area.suites.map((suite) => ({
      ...suite,
      requirements: suite.requirements.filter(({ id }) => chosen.includes(id)),
    })),
  }));
  return { ...catalogue, areas };
}
