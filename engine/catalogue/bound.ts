import type { Config } from '../config/config.ts';
import type { Request } from '../exchange/request.ts';
import type { Area, Depth } from '../schema/vocabulary.ts';
import type { Endpoint } from './endpoint.ts';
import type { RunFacts } from './facts.ts';

/** A position in a sequence of length `of`. `nth` counts from 0. */
export interface Turn {
  readonly nth: number;
  readonly of: number;
}

/**
 * One requirement on one endpoint, with the facts about the run that its check may use. Contains no
 * secret.
 */
export interface Bound {
  readonly endpoint: Endpoint;
  readonly depth: Depth;
  /** The seed of this requirement on this endpoint. */
  readonly seed: number;
  /**
   * The endpoint's position among those of the requirement. The run's seed decides which one is
   * first.
   */
  readonly turn: Turn;
  readonly profile: Config['profile'];
  /** The target's URLs, without credentials, and the audience of its tokens. */
  readonly target: {
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly audience?: string;
  };
  readonly allow: Config['allow'];
  /** The areas that the run certifies. */
  readonly claim: readonly Area[];
  readonly facts: RunFacts;
  /** Whether the operator configured a second user. */
  readonly hasSecondUser: boolean;
  /**
   * Makes the well-formed request of this or another endpoint, with the scoped token and the first
   * user.
   */
  readonly wellFormed: (endpointName?: string) => Request;
  /**
   * Whether the claim covers an endpoint and the permissions allow it, so that a scenario may send
   * controls to it.
   */
  readonly covers: (endpointName: string) => boolean;
}
