import type { Config } from '../config/config.ts';
import type { Request } from '../exchange/request.ts';
import type { Area, Depth } from '../schema/vocabulary.ts';
import type { Endpoint } from './endpoint.ts';
import type { RunFacts } from './facts.ts';

export type Turn = Readonly<{
  nth: number;
  of: number;
}>;

/** One requirement on one endpoint, with what its check may use. Contains no secret. */
export type Bound = Readonly<{
  endpoint: Endpoint;
  depth: Depth;
  seed: number;
  /** Its position among the endpoints of the requirement. The run's seed decides which is first. */
  turn: Turn;
  profile: Config['profile'];
  /** Without credentials. `audience` is that of its tokens. */
  target: {
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly audience?: string;
  };
  allow: Config['allow'];
  claim: readonly Area[];
  facts: RunFacts;
  hasSecondUser: boolean;
  /** With the scoped token and the first user. Default: this endpoint. */
  wellFormed: (endpointName?: string) => Request;
  /** Whether the claim and the permissions let a scenario send controls to that endpoint. */
  covers: (endpointName: string) => boolean;
}>;
