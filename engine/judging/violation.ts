import {
  type AnyFail,
  type Fact,
  type Facts,
  type FactValue,
  type Fail,
  type NoViolation,
  ofHarness,
  type Sight,
} from '../catalogue/index.ts';
import type { Answered, Exchange } from '../exchange/index.ts';
import { isRefusal, isServerError, notJudged, pass } from './answer.ts';

/**
 * Numbers, booleans and literal strings are our own. Of any other string, the judge must say where
 * it is from.
 */
type Stated<T> = T extends Fact | number | boolean | undefined
  ? T
  : T extends string
    ? string extends T
      ? never
      : T
    : never;
type ValueOf<T> = T extends Fact<infer V> ? V : T;

/**
 * `facts` are what the words of the cause depend on. `sight` shows the violation, if the judged
 * exchange does not.
 */
export function fail<
  const Id extends string,
  const F extends Readonly<Record<string, Fact | FactValue | undefined>> = Record<never, never>,
>(
  cause: Id,
  facts?: F & { readonly [Name in keyof F]: Stated<F[Name]> },
  sight: Exchange | Sight = {},
): Fail<Id, { readonly [Name in keyof F]: ValueOf<F[Name]> }> {
  const stored: Facts = Object.fromEntries(
    Object.entries<Fact | FactValue | undefined>(facts ?? {}).flatMap(([name, stated]) =>
      stated === undefined ? [] : [[name, isFact(stated) ? stated : ofHarness(stated)]],
    ),
  );
  const shown = 'key' in sight ? { exchange: sight } : sight;
  return { kind: 'fail', cause, facts: stored, ...shown };
}

const isFact = (stated: Fact | FactValue): stated is Fact =>
  typeof stated === 'object' && stated !== null && 'from' in stated;

/** Passes a 4xx, is inconclusive on a 5xx (http/no-server-error judges it), else the violation. */
export const refusedOr = <F extends AnyFail>(answered: Answered, violation: F) =>
  passOr(isRefusal(answered), answered, violation);

export const statusOr = <F extends AnyFail>(answered: Answered, status: number, violation: F) =>
  passOr(answered.answer.status === status, answered, violation);

function passOr<F extends AnyFail>(
  isRight: boolean,
  answered: Answered,
  violation: F,
): NoViolation | F {
  if (isRight) return pass();
  if (isServerError(answered)) return notJudged(answered);
  return violation;
}
