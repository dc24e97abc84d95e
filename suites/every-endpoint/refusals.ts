import type {
  Advice,
  Answered,
  AnyFail,
  Bound,
  Causes,
  Counts,
  NoViolation,
} from '../../engine/index.ts';
import { inconclusive, isServed, isServerError, isSuccess, pass, say } from '../../engine/index.ts';
import { why } from '../advice.ts';
import { hasForeignBytes } from './error-answers.ts';

/** The expected response to a request without a valid token. */
export const unauthorisedExpected = 'status 401 with an ApiError';

/**
 * The causes of `unauthorisedOr`. `what` is a request without a valid token. The advice is for a
 * server that accepts it, and for one that refuses it with another status.
 */
export const unauthorised = (
  what: string,
  advice: readonly Advice[],
  ofOtherStatus: readonly Advice[] = [],
) =>
  ({
    accepted: { title: `${what} is accepted`, expected: unauthorisedExpected, advice },
    'other-status': {
      title: `${what} gets a status other than 401`,
      expected: unauthorisedExpected,
      advice: [...ofOtherStatus, ...why.wrongStatus],
    },
  }) satisfies Causes;

/**
 * Passes a 401, and a 400 that the HTTP layer may have sent. A 5xx is inconclusive:
 * http/no-server-error judges it. Acceptance and a refusal with another status are two defects with
 * two causes.
 */
export function unauthorisedOr<A extends AnyFail, O extends AnyFail>(
  answered: Answered,
  accepted: A,
  otherStatus: O,
): NoViolation | A | O {
  const { request, answer } = answered;
  if (answer.status === 401 || (answer.status === 400 && hasForeignBytes(request))) return pass();
  if (isServerError(answered)) return inconclusive(say`the response is ${answer.status}`);
  return isSuccess(answered) ? accepted : otherStatus;
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
export function notServedOr<F extends AnyFail>(answered: Answered, violation: F): NoViolation | F {
  if (isServerError(answered)) return inconclusive(say`the response is ${answered.answer.status}`);
  return isServed(answered) ? violation : pass();
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
