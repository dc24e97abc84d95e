/**
 * How much is tried. By default what a person waits for: a part of the faults, variants and independent defects.
 * `M2M_TESTS=all`, as the gate sets it: all of them. `M2M_TESTS=whole`: and each against the whole catalogue.
 */
const extent = process.env['M2M_TESTS'] ?? '';

export const everything = extent === 'all' || extent === 'whole';
export const wholeCatalogue = extent === 'whole';

/** All of them, or one in so many. */
export function someOf<T>(all: readonly T[], stride = 12): readonly T[] {
  return everything ? all : all.filter((_, at) => at % stride === 0);
}

/** All of them where the whole catalogue is tried, or one in so many: what `npm run prove` shows as well. */
export function fewOf<T>(all: readonly T[], stride = 12): readonly T[] {
  return wholeCatalogue ? all : all.filter((_, at) => at % stride === 0);
}

/** All of them, or the first of each kind. */
export function oneOfEach<T>(all: readonly T[], kindOf: (one: T) => string): readonly T[] {
  return everything ? all : all.filter((one, at) => all.findIndex((other) => kindOf(other) === kindOf(one)) === at);
}
