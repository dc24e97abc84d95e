import {
  type Answered,
  type Bound,
  briefly,
  type Counts,
  held,
  isServed,
  isServerError,
  isSuccess,
  type Judgement,
  unanswered,
  violated,
} from '../../engine/index.ts';

/** What is expected of a request without a valid token. */
export const unauthorisedExpected = 'status 401 with ApiError';

/**
 * Held by a 401, unanswered by a 5xx (http/no-server-error speaks). Being let in and being refused with another status are
 * two defects: `let in` is one cause, the status another.
 */
export function judgeUnauthorised(answered: Answered, what: string): Judgement {
  if (answered.answer.status === 401) return held();
  if (isServerError(answered)) return unanswered(`answered with ${answered.answer.status}`);
  const cause = isSuccess(answered) ? `${what} is accepted` : `${what} is answered with another status than 401`;
  return violated(cause, unauthorisedExpected, briefly(answered));
}

/** Fewer generated cases where a request that should be refused could act. */
export function countsFor({ endpoint }: Bound, counts: Counts): Counts {
  const [quick, standard, deep] = counts;
  const most = (count: number) => (endpoint.safety === 'read' ? count : Math.min(count, 10));
  return [most(quick), most(standard), most(deep)];
}

/** The first `core` of a list at depth quick, all of it at the others: the list is in order of how often servers get it wrong. */
export function boundaryFor<T>({ depth }: Bound, list: readonly T[], core: number): readonly T[] {
  return depth === 'quick' ? list.slice(0, core) : list;
}

/** For requests that a server may refuse in whatever way it likes: only that it serves them is a violation. */
export function judgeLetIn(answered: Answered, cause: string, expected: string): Judgement {
  if (isServerError(answered)) return unanswered(`answered with ${answered.answer.status}`);
  return isServed(answered) ? violated(cause, expected, briefly(answered)) : held();
}

/**
 * Of a list what falls to this endpoint: dealt out, each value goes to one endpoint of the run, and to which the seed says. At
 * depth deep it is the whole list, at quick none of it.
 */
export function dealt<T>({ depth, turn }: Bound, list: readonly T[]): readonly T[] {
  if (depth !== 'standard') return depth === 'deep' ? list : [];
  return list.filter((_, at) => at % turn.of === turn.nth);
}
