import type { Answered, Bound, Counts, Judgement } from '../../engine/index.ts';
import {
  failed,
  inconclusive,
  isServed,
  isServerError,
  isSuccess,
  pass,
  summarize,
} from '../../engine/index.ts';
import { hasForeignBytes } from './error-answers.ts';

/** The expected response to a request without a valid token. */
export const unauthorisedExpected = 'status 401 with an ApiError';

/**
 * Passes a 401, and a 400 that the HTTP layer may have sent. A 5xx is inconclusive:
 * http/no-server-error judges it. Acceptance and a refusal with another status are two defects with
 * two causes.
 */
export function judgeUnauthorised(answered: Answered, what: string): Judgement {
  const { request, answer } = answered;
  if (answer.status === 401 || (answer.status === 400 && hasForeignBytes(request))) return pass();
  if (isServerError(answered)) return inconclusive(`the response is ${answer.status}`);
  const cause = isSuccess(answered)
    ? `${what} is accepted`
    : `${what} gets a status other than 401`;
  return failed(cause, unauthorisedExpected, summarize(answered));
}

/** Limits the generated cases if a request that should be refused could change something. */
export function countsFor({ endpoint }: Bound, counts: Counts): Counts {
  const [quick, standard, deep] = counts;
  const most = (count: number) => (endpoint.safety === 'read' ? count : Math.min(count, 10));
  return [most(quick), most(standard), most(deep)];
}

/**
 * Returns the first `core` items at depth quick, else all. The most frequent mistakes of servers
 * come first.
 */
export function boundaryFor<T>({ depth }: Bound, list: readonly T[], core: number): readonly T[] {
  return depth === 'quick' ? list.slice(0, core) : list;
}

/** Judges a request that a server may refuse with any status. Only serving it is a violation. */
export function judgeLetIn(answered: Answered, cause: string, expected: string): Judgement {
  if (isServerError(answered)) return inconclusive(`the response is ${answered.answer.status}`);
  return isServed(answered) ? failed(cause, expected, summarize(answered)) : pass();
}

/**
 * Returns the values of a list that this endpoint gets. At depth standard, each value goes to one
 * endpoint of the run, which the seed selects. At depth deep, each endpoint gets the whole list. At
 * quick, none gets any.
 */
export function shareOfEndpoint<T>({ depth, turn }: Bound, list: readonly T[]): readonly T[] {
  if (depth !== 'standard') return depth === 'deep' ? list : [];
  return list.filter((_, at) => at % turn.of === turn.nth);
}
