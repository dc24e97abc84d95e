import type {
  Advice,
  Answered,
  AnyFail,
  Bound,
  Cause,
  Causes,
  Counts,
  Generated,
  NoViolation,
  Request,
} from '../../engine/index.ts';
import {
  fail,
  generated,
  inconclusive,
  isServed,
  isServerError,
  isSuccess,
  pass,
  say,
  series,
} from '../../engine/index.ts';
import type { Labelled } from '../../fixtures/malformed/labelled.ts';
import { why } from '../advice.ts';
import type { caseOf } from '../case-of.ts';
import { inAuthBattery } from '../endpoints.ts';
import { hasForeignBytes } from './error-answers.ts';

/** Returns a function that makes causes with the same expectation. */
export const expecting =
  (expected: string) =>
  <F = object>(title: Cause<F>['title'], ...advice: readonly Advice<F>[]): Cause<F> => ({
    title,
    expected,
    advice,
  });

export const expect401 = expecting('status 401 with an ApiError');

/**
 * The causes and the judge of a check that sends requests without a valid token. The advice is for
 * a server that accepts them, and for one that refuses them with another status.
 */
export const unauthorised = (
  what: string,
  advice: readonly Advice[],
  ofOtherStatus: readonly Advice[] = [],
) => ({
  endpoints: inAuthBattery,
  causes: {
    accepted: expect401(`${what} is accepted`, ...advice),
    'other-status': expect401(
      `${what} gets a status other than 401`,
      ...ofOtherStatus,
      ...why.wrongStatus,
    ),
  } satisfies Causes,
  judge: (answered: Answered) => unauthorisedOr(answered, fail('accepted'), fail('other-status')),
});

/**
 * Passes a 401, and a 400 that the HTTP layer may have sent. A 5xx is inconclusive:
 * http/no-server-error judges it. Acceptance and another refusal are two defects.
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

/** Judges a request that a server may refuse with any status. */
export function notServedOr<F extends AnyFail>(answered: Answered, violation: F): NoViolation | F {
  if (isServerError(answered)) return inconclusive(say`the response is ${answered.answer.status}`);
  return isServed(answered) ? violation : pass();
}

/** Returns the cases of a check that sends one request. */
export const oneCase = (label: string, request: (bound: Bound) => Request) => (bound: Bound) =>
  series([{ label, request: request(bound) }]);

/** Limits the generated cases if a request that should be refused could change something. */
export function countsFor({ endpoint }: Bound, counts: Counts): Counts {
  const [quick, standard, deep] = counts;
  const most = (count: number) => (endpoint.safety === 'read' ? count : Math.min(count, 10));
  return [most(quick), most(standard), most(deep)];
}

/** At depth quick the first `core` items, which many servers accept, else all. */
export function boundaryFor<T>({ depth }: Bound, list: readonly T[], core: number): readonly T[] {
  return depth === 'quick' ? list.slice(0, core) : list;
}

/**
 * Returns the values of a list that this endpoint gets. At depth standard each value goes to one
 * endpoint, which the seed selects; at deep all go to each endpoint; at quick none is sent.
 */
export function shareOfEndpoint<T>({ depth, turn }: Bound, list: readonly T[]): readonly T[] {
  if (depth !== 'standard') return depth === 'deep' ? list : [];
  return list.filter((_, at) => at % turn.of === turn.nth);
}

/** Returns the cases of malformed values of a header. */
export function malformedCases(
  bound: Bound,
  toCase: ReturnType<typeof caseOf>,
  listed: readonly Labelled[],
  core: number,
  further: readonly Labelled[],
  arbitrary: Generated<Labelled>['arbitrary'],
) {
  return series(
    [...boundaryFor(bound, listed, core), ...shareOfEndpoint(bound, further)].map(toCase),
    generated({ arbitrary, counts: countsFor(bound, [3, 10, 900]), toCase }),
  );
}
