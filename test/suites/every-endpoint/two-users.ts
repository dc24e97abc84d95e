import type { Bound, Exchange, Json, Request } from '../../../engine/index.ts';
import { type Enquiry, readAnswer, type Seen, type User } from '../../../suites/every-endpoint/enquiry.ts';
import { isolation } from '../../../suites/every-endpoint/user-isolation.ts';
import { answered, type Given } from '../answered.ts';
import { boundTo, until } from '../asking.ts';
import { recorded, userOf } from '../recorded.ts';

export type Response = Given | Exchange;
export const other = (who: User): User => (who === 'first' ? 'second' : 'first');
export const mixedUp = "a response contains another user's data";

const data = {
  first: { name: 'Ann', cash: 1, list: [{ id: 'a' }, { id: 'b' }] },
  second: { name: 'Bea', cash: 2, list: [{ id: 'c' }, { id: 'd' }] },
};
/** Returns a response with the user's own data and some members changed. */
export const own = (who: User, changes: object = {}) => ({ body: { ...data[who], ...changes } });

export interface Asked {
  readonly request: Request;
  /** The user of the previous request, if it named one. */
  readonly before: User | undefined;
  /** Whether the URL was never requested before. */
  readonly isFresh: boolean;
  readonly nth: number;
}

/** Runs user/isolation on one endpoint. The target gets the step without the endpoint's name. */
export async function isolated(
  target: (step: string, who: User, asked: Asked) => Response,
  changes: Partial<Bound> = {},
  name = 'cash',
) {
  let before: User | undefined;
  const run = await recorded(
    (ask) => isolation.run(boundTo('cash', { covers: (one) => one === name, ...changes }), ask),
    (step, path, nth, request) => {
      const who = userOf(request) ?? 'first';
      const response = target(step.replace(`${name}-`, ''), who, { request, before, nth, isFresh: path.includes('?') });
      before = who;
      return response;
    },
  );
  return { ...run, steps: run.steps.map((step) => step.replace(`${name}-`, '')) };
}

/** Returns a response in the form that an enquiry reads. */
export const seen = (user: User, body: Json, given: Given = {}): Seen => {
  const read = readAnswer(answered({ ...given, body }), user);
  if (!read) throw new Error('the response cannot be read');
  return read;
};

/** Returns an enquiry whose responses come from `one`. Undefined means no response. */
export function enquiring(one: (step: string, user: User, isFresh: boolean) => Seen | undefined): Enquiry {
  const all = async (step: string, users: readonly User[], isFresh = false) =>
    users.map((user, nth) => one(`${step}-${nth}`, user, isFresh)).filter((read) => read !== undefined);
  return {
    name: 'cash',
    until,
    failures: [],
    once: async (step, user, isFresh = false) => one(step, user, isFresh),
    inSessionOfFirst: async () => undefined,
    inTurn: all,
    onOneConnection: all,
    atOnce: all,
  };
}
