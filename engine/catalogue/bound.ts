import type { Config } from '../config/config.ts';
import type { Request, TokenFacts } from '../exchange/index.ts';
import type { Area, Depth } from '../schema/vocabulary.ts';
import type { Endpoint } from './endpoint.ts';

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
  target: Readonly<{
    baseUrl: string;
    authUrl: string;
    audience?: string;
  }>;
  allow: Config['allow'];
  claim: readonly Area[];
  facts: RunFacts;
  hasSecondUser: boolean;
  /** With the scoped token and the first user. Default: this endpoint. */
  wellFormed: (endpointName?: string) => Request;
  /** Whether the claim and the permissions let a scenario send controls to that endpoint. */
  covers: (endpointName: string) => boolean;
}>;

export type RunFacts = Readonly<{
  /** By symbol, e.g. `token:scoped`. A token that could not be obtained is absent. */
  tokens: Readonly<Record<string, TokenFacts>>;
  refusedTokens: Readonly<Record<string, string>>;
  statedScopes?: Readonly<Record<string, string>>;
  servesSecondClient?: true;
  guideIds: readonly string[];
  /** The key, the slug and the title of the first listed guide, as URL segments. */
  guideNames?: readonly string[];
  guidePath?: string;
  /** The first well-formed request: to the API, or to the token endpoint if none may be read. */
  start?: Readonly<{ endpoint: string; status: number }>;
  unscopedAtStart?: number;
  /** What the operator must change before the target can be tested. Nothing more is sent. */
  obstacle?: string;
  publicKey?: Readonly<Record<string, unknown>>;
}>;
