/** A clause answers, fails with undefined, or throws a term. */
export type Clause<Args extends unknown[], T> = (...args: Args) => T | undefined;
export const fail = undefined;

/** Its clauses are tried in their order; the first that succeeds cuts the rest. */
export const predicate =
  <Args extends unknown[], T>(...clauses: readonly Clause<Args, T>[]): Clause<Args, T> =>
  (...args) => {
    for (const clause of clauses) {
      const solution = clause(...args);
      if (solution !== fail) {
        return solution;
      }
    }
    return fail;
  };

/** catch(Goal, _, fail) */
export function caught<T>(goal: () => T): T | undefined {
  try {
    return goal();
  } catch {
    return fail;
  }
}

/** A goal that may not fail: where it does, the term is thrown. */
export function once<T>(solution: T | undefined, term: () => Error): T {
  if (solution === fail) {
    throw term();
  }
  return solution;
}
