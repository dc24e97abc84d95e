import type {
  Advice,
  Answered,
  AnyFail,
  Bound,
  Cause,
  Counts,
  Generated,
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

export const expecting =
  (expected: string) =>
  <F = object>(title: Cause<F>['title'], ...advice: readonly Advice<F>[]) => ({
    title,
    expected,
    advice,
  });

export const expect401 = expecting('status 401 with an ApiError');

/** Advice for a server that accepts such requests, and for one that refuses them otherwise. */
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
  },
  judge: (answered: Answered) => unauthorisedOr(answered, fail('accepted'), fail('other-status')),
});

/** Passes also a 400 that the HTTP layer may have sent. http/no-server-error judges a 5xx. */
export function unauthorisedOr<A extends AnyFail, O extends AnyFail>(
  answered: Answered,
  accepted: A,
  otherStatus: O,
) {
  const { request, answer } = answered;
  if (answer.status === 401 || (answer.status === 400 && hasForeignBytes(request))) return pass();
  if (isServerError(answered)) return inconclusive(say`the response is ${answer.status}`);
  return isSuccess(answered) ? accepted : otherStatus;
}

export function notServedOr<F extends AnyFail>(answered: Answered, violation: F) {
  if (isServerError(answered)) return inconclusive(say`the response is ${answered.answer.status}`);
  return isServed(answered) ? violation : pass();
}

export const oneCase = (label: string, request: (bound: Bound) => Request) => (bound: Bound) =>
  series([{ label, request: request(bound) }]);

/** Few for endpoints where an accepted request changes something. */
export function countsFor({ endpoint }: Bound, counts: Counts): Counts {
  const [quick, standard, deep] = counts;
  const most = (count: number) => (endpoint.safety === 'read' ? count : Math.min(count, 10));
  return [most(quick), most(standard), most(deep)];
}

/** At depth quick the `core` items, which many servers accept. */
export function boundaryFor<T>({ depth }: Bound, list: readonly T[], core: number): readonly T[] {
  return depth === 'quick' ? list.slice(0, core) : list;
}

/** At depth standard each value goes to one endpoint of the run, which the seed selects. */
export function shareOfEndpoint<T>({ depth, turn }: Bound, list: readonly T[]): readonly T[] {
  if (depth !== 'standard') return depth === 'deep' ? list : [];
  return list.filter((_, at) => at % turn.of === turn.nth);
}

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
