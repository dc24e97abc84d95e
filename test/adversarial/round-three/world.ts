import type { Identity } from './identity.ts';
import type { Address, User } from './people.ts';
import type { Refuse } from './refusals.ts';
import type { On } from './toggles.ts';

/** Everything that one server owns and its parts look at. */
export interface World {
  readonly on: On;
  readonly refuse: Refuse;
  readonly identity: Identity;
  readonly users: ReadonlyMap<string, User>;
  readonly addresses: Map<string, Address>;
  readonly startedAt: number;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
