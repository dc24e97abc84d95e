import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import { matchesGlob } from '../../engine/config/globs.ts';
import { catalogue } from '../../suites/catalogue.ts';

/** The catalogue with only the requirements that one of the globs selects. */
export function partOf(globs: readonly string[]): Catalogue {
  const areas = catalogue.areas.map((area) => ({
    ...area,
    suites: area.suites.map((suite) => ({
      ...suite,
      requirements: suite.requirements.filter(({ id }) =>
        globs.some((glob) => matchesGlob(glob, id)),
      ),
    })),
  }));
  return { ...catalogue, areas };
}
