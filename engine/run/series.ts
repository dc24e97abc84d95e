import fc from 'fast-check';
import type { Case, Generated, Series } from '../catalogue/index.ts';
import { type Depth, depths } from '../schema/vocabulary.ts';

export type Placed = Readonly<{
  index: number;
  case: Case;
  drawn?: Readonly<{ part: number; nth: number }>;
}>;

/** Indices below belong to the boundary list. Each generated part starts at another multiple. */
const partSpan = 100_000;

/**
 * A drawn value depends only on the seed and its position, so that a smaller depth draws a prefix
 * of a larger one.
 */
export function* placedCases(cases: Series, depth: Depth, seed: number): Generator<Placed> {
  for (const [index, boundary] of cases.boundary.entries()) yield { index, case: boundary };
  for (const [part, { arbitrary, counts, toCase }] of cases.generated.entries()) {
    const count = counts[depths.indexOf(depth)] ?? 0;
    const classes = classesOf(arbitrary);
    const numRuns = Math.ceil(count / classes.length);
    const draws = classes.map((one) =>
      count === 0 ? [] : fc.sample(one, { seed: seed + part, numRuns }),
    );
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

const classesOf = <T>(arbitrary: Generated<T>['arbitrary']) =>
  arbitrary instanceof fc.Arbitrary ? [arbitrary] : arbitrary;

const turnOf = (nth: number, seed: number, classes: number) => ({
  which: (nth + (seed >>> 0)) % classes,
  turn: Math.floor(nth / classes),
});

/** Tries at most `limit` smaller values. Resolves to undefined if the first one passes. */
export async function shrink(
  cases: Series,
  drawn: Readonly<{ part: number; nth: number }>,
  seed: number,
  limit: number,
  stillFails: (smaller: Case, nth: number) => Promise<boolean>,
) {
  const part = cases.generated[drawn.part];
  if (!part) return undefined;
  let asked = 0;
  let smallest: Case | undefined;
  const broken: unknown[] = [];
  const classes = classesOf(part.arbitrary);
  const { which, turn } = turnOf(drawn.nth, seed, classes.length);
  const property = fc.asyncProperty(
    classes[which] as fc.Arbitrary<unknown>,
    async (value: unknown) => {
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
    },
  );
  await fc.check(property, {
    seed: seed + drawn.part,
    path: String(turn),
    numRuns: 1,
    endOnFailure: false,
  });
  // fast-check treats every exception as a failing case, but these are errors of the harness.
  if (broken.length > 0) throw broken[0];
  return smallest;
}
