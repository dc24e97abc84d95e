import fc from 'fast-check';
import type { Case } from '../catalogue/check.ts';
import type { Depth } from '../catalogue/levels.ts';
import { depths } from '../catalogue/levels.ts';

/** How many cases are generated at quick, standard and deep. */
export type Counts = readonly [quick: number, standard: number, deep: number];

export interface Generated<T> {
  /** Several are drawn from in turn, one for each class of value: so no seed leaves a class out. */
  readonly arbitrary: fc.Arbitrary<T> | readonly fc.Arbitrary<T>[];
  readonly counts: Counts;
  readonly toCase: (value: T) => Case;
}

// biome-ignore lint/suspicious/noExplicitAny: each part knows the type of its own values, the series only carries them
type AnyGenerated = Generated<any>;

/** The cases of a check on one endpoint: the boundary list first, at every depth in full, generated ones after. */
export interface Series {
  readonly boundary: readonly Case[];
  readonly generated: readonly AnyGenerated[];
}

/** A series from a boundary list and any number of generated parts. */
export function series(boundary: readonly Case[], ...generated: readonly AnyGenerated[]): Series {
  return { boundary, generated };
}

/** A generated part of a series, its values' type inferred. */
export function generated<T>(part: Generated<T>): Generated<T> {
  return part;
}

/** Where a case stands: in the boundary list, or as the n-th draw of a generated part. */
export interface Placed {
  readonly index: number;
  readonly case: Case;
  readonly drawn?: { readonly part: number; readonly nth: number };
}

/** Indices below this belong to the boundary list; a generated part starts at its own multiple of it. */
const partSpan = 100_000;

/**
 * The cases in order of their index. The draws of a smaller depth are a prefix of those of a larger one, because
 * fast-check draws each value from the seed and its position alone.
 */
export function* placedCases(cases: Series, depth: Depth, seed: number): Generator<Placed> {
  for (const [index, boundary] of cases.boundary.entries()) yield { index, case: boundary };
  for (const [part, { arbitrary, counts, toCase }] of cases.generated.entries()) {
    const count = counts[depths.indexOf(depth)] ?? 0;
    const classes = classesOf(arbitrary);
    const numRuns = Math.ceil(count / classes.length);
    const draws = classes.map((one): unknown[] => (count === 0 ? [] : fc.sample(one, { seed: seed + part, numRuns })));
    for (let nth = 0; nth < count; nth++) {
      const { which, turn } = turnOf(nth, seed, classes.length);
      const value = draws[which]?.[turn];
      yield {
        index: (part + 1) * partSpan + nth,
        case: toCase(value),
        drawn: { part, nth },
      };
    }
  }
}

function classesOf<T>(arbitrary: Generated<T>['arbitrary']): readonly fc.Arbitrary<T>[] {
  return arbitrary instanceof fc.Arbitrary ? [arbitrary] : arbitrary;
}

/** Which class is drawn from, and how often it was before. The seed says which comes first, so that endpoints begin with others. */
function turnOf(nth: number, seed: number, classes: number) {
  return {
    which: (nth + (seed >>> 0)) % classes,
    turn: Math.floor(nth / classes),
  };
}

/**
 * Shrinks a generated case whose judgement was a violation: asks `stillFails` of ever smaller values, at most `limit`
 * times, and returns the smallest case that still fails, or nothing where the first replay passes.
 */
export async function shrink(
  cases: Series,
  drawn: { readonly part: number; readonly nth: number },
  seed: number,
  limit: number,
  stillFails: (smaller: Case, nth: number) => Promise<boolean>,
): Promise<Case | undefined> {
  const part = cases.generated[drawn.part];
  if (!part) return undefined;
  let asked = 0;
  let smallest: Case | undefined;
  const broken: unknown[] = [];
  const classes = classesOf(part.arbitrary);
  const { which, turn } = turnOf(drawn.nth, seed, classes.length);
  const property = fc.asyncProperty(classes[which] as fc.Arbitrary<unknown>, async (value: unknown) => {
    if (asked >= limit || broken.length > 0) return;
    try {
      const smaller = part.toCase(value);
      if (!(await stillFails(smaller, asked++))) return;
      smallest = smaller;
    } catch (error) {
      broken.push(error);
      return;
    }
    throw new Error('still fails');
  });
  await fc.check(property, {
    seed: seed + drawn.part,
    path: String(turn),
    numRuns: 1,
    endOnFailure: false,
  });
  // What fast-check takes for a failing case is an error of the harness here.
  if (broken.length > 0) throw broken[0];
  return smallest;
}
