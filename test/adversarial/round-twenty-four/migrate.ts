import type { Call, Raise, Result, Schema, UserRow } from './schema.ts';
import { isBag } from './schema.ts';
import type { Answer, Bag, Route } from './types.ts';

/** Replaces a view by a function of its former result. */
export const revise = (
  db: Schema,
  route: Route,
  change: (result: Result, call: Call, user: UserRow | undefined) => Result | Promise<Result>,
): void => {
  const former = db.views[route];
  db.views[route] = async (call, user) => change(await former(call, user), call, user);
};
/** Changes the value that a view answers, which has to be an object. */
export const reviseValue = (
  db: Schema,
  route: Route,
  change: (value: Bag, call: Call, user: UserRow | undefined) => unknown,
): void =>
  revise(db, route, (result, call, user) => ({
    ...result,
    value: isBag(result.value) ? change(result.value, call, user) : result.value,
  }));
/** Changes the body of errors. */
export const reviseErrors = (db: Schema, change: (body: Bag, call: Call, raise: Raise) => unknown): void => {
  const former = db.out.error;
  db.out.error = (call, raise) => {
    const body = former(call, raise);
    return isBag(body) ? change(body, call, raise) : body;
  };
};
/** Changes answers as a whole, refusals included. */
export const finish = (db: Schema, change: (answer: Answer, call: Call) => Answer | Promise<Answer>): void => {
  const former = db.out.finish;
  db.out.finish = async (call, answer) => change(await former(call, answer), call);
};
/** Tells of each call whether it is the n-th. */
export const every = (n: number): (() => boolean) => {
  let count = 0;
  return () => {
    count += 1;
    return count % n === 0;
  };
};
export const rows = (value: unknown): Bag[] => (Array.isArray(value) ? value.filter(isBag) : []);
export const bag = (value: unknown): Bag => (isBag(value) ? value : {});
