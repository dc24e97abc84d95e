import {
  type Advice,
  type Answered,
  type AnyFail,
  type Bound,
  type Cause,
  cause,
  fail,
  isServed,
  isServerError,
  isSuccess,
  notJudged,
  ofHarness,
  pass,
  type Request,
  refusedOr,
  series,
  valueText,
} from '../engine/index.ts';
import type { Extended } from '../fixtures/malformed/json-extensions.ts';
import { why } from './advice.ts';
import { inAuthBattery } from './endpoints.ts';
import { hasForeignBytes } from './every-endpoint/error-answers.ts';

/** Makes causes that expect the same, and say in the same way what came instead. */
export const expecting =
  <F = object>(expected: Cause<F>['expected'], actual?: Cause<F>['actual']) =>
  <G = object>(
    title: Cause<F & G>['title'],
    ...advice: readonly Advice<F & G>[]
  ): Cause<F & G> => ({ title, expected, ...(actual && { actual }), advice });

export const expect401 = expecting('status 401 with an ApiError');

export const expect403 = expecting('status 403 with an ApiError');

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
      why.wrongStatus,
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
  if (isServerError(answered)) return notJudged(answered);
  return isSuccess(answered) ? accepted : otherStatus;
}

export function notServedOr<F extends AnyFail>(answered: Answered, violation: F) {
  if (isServerError(answered)) return notJudged(answered);
  return isServed(answered) ? violation : pass();
}

export const oneCase = (label: string, request: (bound: Bound) => Request) => (bound: Bound) =>
  series([{ label, request: request(bound) }]);

export const refusal = 'a refusal with a 4xx status';

export const mustRefuse = (what: string) => ({
  rule: `${what[0]?.toUpperCase()}${what.slice(1)} is refused.`,
  causes: { accepted: { title: `${what} is accepted`, expected: refusal } },
  judge: (answered: Answered) => refusedOr(answered, fail('accepted')),
});

const unknown = { what: 'an extension of JSON', advice: 'use a strict parser' };

export function extensionIn({ request }: Answered, all: readonly Extended[]) {
  const body = valueText(request.body ?? '');
  const known = all.find(({ value }) => valueText(value) === body)?.extension;
  const { what, advice } = known ?? unknown;
  return { change: ofHarness(what), parsers: ofHarness(advice) };
}

/** `effect` says what the body gets. */
export const extensionCause = (effect: string, expected: string) =>
  cause<{ change: string; parsers: string }>({
    title: ({ change }) => `a body with ${change} ${effect}`,
    expected: ({ parsers }) => `${expected} (${parsers})`,
  });
