import type { Config } from '../config/config.ts';
import type { Request } from '../exchange/request.ts';
import type { RunFacts } from '../run/facts.ts';
import type { Endpoint } from './endpoint.ts';
import type { Area, Depth } from './levels.ts';

/** A place in a row of so many: `nth` counts from 0. */
export interface Turn {
  readonly nth: number;
  readonly of: number;
}

/** What a check may know of the run: one requirement bound to one endpoint. Holds no secret and no token. */
export interface Bound {
  readonly endpoint: Endpoint;
  readonly depth: Depth;
  /** The seed of this requirement on this endpoint. */
  readonly seed: number;
  /** Which of the endpoints of this requirement it is, counted from one that the seed of the run names. */
  readonly turn: Turn;
  readonly profile: Config['profile'];
  /** Addresses of the target, without credentials, and the audience that its tokens are asked for. */
  readonly target: { readonly baseUrl: string; readonly authUrl: string; readonly audience?: string };
  readonly allow: Config['allow'];
  /** The areas that are certified. */
  readonly claim: readonly Area[];
  readonly facts: RunFacts;
  /** Whether the operator gave a second user. */
  readonly hasSecondUser: boolean;
  /** The well-formed request of the endpoint, or of another by its name, with the scoped token and the first user. */
  readonly wellFormed: (endpointName?: string) => Request;
  /** Whether an endpoint is covered by the claim and allowed, so that a scenario may use it as a control. */
  readonly covers: (endpointName: string) => boolean;
}
