import type { Config } from '../config/config.ts';
import type { Request } from '../exchange/request.ts';
import type { Area, Depth } from '../schema/vocabulary.ts';
import type { Endpoint } from './endpoint.ts';
import type { RunFacts } from './facts.ts';

export interface Turn {
  readonly nth: number;
  readonly of: number;
}

/** One requirement on one endpoint, with what its check may use. Contains no secret. */
export interface Bound {
  readonly endpoint: Endpoint;
  readonly depth: Depth;
  readonly seed: number;
  /** Its position among the endpoints of the requirement. The run's seed decides which is first. */
  readonly turn: Turn;
  readonly profile: Config['profile'];
  /** Without credentials. `audience` is that of its tokens. */
  readonly target: {
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly audience?: string;
  };
  readonly allow: Config['allow'];
  readonly claim: readonly Area[];
  readonly facts: RunFacts;
  readonly hasSecondUser: boolean;
  /** With the scoped token and the first user. Default: this endpoint. */
  readonly wellFormed: (endpointName?: string) => Request;
  /** Whether the claim and the permissions let a scenario send controls to that endpoint. */
  readonly covers: (endpointName: string) => boolean;
}
