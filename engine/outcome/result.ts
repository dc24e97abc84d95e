import type { Facts, Recipe, Share, Statement, Step, Told } from '../catalogue/index.ts';
import type { Config, Profile } from '../config/config.ts';
import type { Area, KnownFailure, Level, Outcome, Verdict } from '../schema/vocabulary.ts';
import type { HarnessError, Part } from './part.ts';
import type { Separation } from './separation.ts';

/** `result.json`, format version 2: the only input of reports, merge, compare and verify. */
export type Result = Readonly<{
  formatVersion: 2;
  verdict: Verdict;
  specification: Readonly<{
    name: string;
    version: string;
    catalogueSha256: string;
  }>;
  harness: Readonly<{ name: string; version: string }>;
  target: Pick<Config['target'], 'baseUrl' | 'authUrl' | 'implementation' | 'build'>;
  claim: readonly Area[];
  profile: Profile;
  run: Pick<Config, 'seed' | 'depth' | 'concurrency' | 'strict' | 'shard'> &
    Readonly<{
      id: string;
      startedAt: string;
      durationMs: number;
      requests: number;
    }>;
  totals: Readonly<
    Record<'pass' | 'fail' | 'warn' | 'observed' | 'inconclusive' | 'notRun', number>
  >;
  waived: readonly Readonly<{ id: string; reason: string }>[];
  requirements: readonly RequirementResult[];
  failures: readonly Failure[];
  harnessErrors: readonly HarnessError[];
  /** Set if personal data are masked. Such a result cannot be replayed, merged or audited. */
  masked?: true;
  notices: readonly string[];
  /** What the operator must change before the target can be tested, or tested any further. */
  obstacle?: string;
  /** Why the run ended early: a signal, the deadline or a dead worker. */
  interrupted?: string;
  latency: readonly Readonly<{
    endpoint: string;
    count: number;
    p50Ms: number;
    p95Ms: number;
    maxMs: number;
  }>[];
  evidence?: Readonly<{ file: string; sha256: string }>;
  observations: readonly Readonly<{
    requirement: string;
    endpoint: string;
    value: string;
  }>[];
  /** Does not affect the verdict. */
  knownFailures?: KnownFailures;
  /** Merging shards and recomputing the verdict start from this part. */
  part: Part;
}>;

export type KnownFailures = Readonly<{
  /** Entries whose requirement failed or warned. */
  matched: readonly KnownFailure[];
  /** Entries whose requirement was assessed at all their places and passed. */
  stale: readonly KnownFailure[];
  unknown: readonly (KnownFailure & { readonly why: string })[];
  unlisted: readonly Readonly<{ requirement: string; endpoint: string }>[];
}>;

export type RequirementResult = Readonly<{
  id: string;
  area: Area | 'every-endpoint';
  level: Level;
  when?: 'pinned' | 'declared';
  title: string;
  section: string;
  claimed: boolean;
  outcome: Outcome;
  /** Whether no operator can remove the reason why it is not-run. The verdict ignores it. */
  blocksNothing?: boolean;
  reason?: string;
  /** The same for reasons that differ only in what they quote. */
  reasonKind?: string;
  /** What would enable it: variables, keys of the profile and permissions. */
  lacks?: readonly string[];
  notSelected?: true;
  cases: number;
  /** Of its exchanges, which may have overlapped. Absent if it sent nothing. */
  durationMs?: number;
  endpoints: readonly Readonly<{
    endpoint: string;
    outcome: Outcome;
    reason?: string;
    reasonKind?: string;
    cases: number;
    durationMs?: number;
  }>[];
}>;

export type Failure = Readonly<{
  /** The same for this defect in every run, seed and shard. */
  id?: string;
  requirement: string;
  outcome: 'fail' | 'warn';
  cause: string;
  title: string;
  message: string;
  /** How the request differs from the accepted one, and which similar ones fail or pass. */
  changed?: string;
  expected: string;
  actual: string;
  facts: Facts;
  /** What the specification or a standard says, word for word. */
  statement?: Statement;
  /** What may be wrong in the server, the most likely first. */
  advice?: readonly Told[];
  places: readonly Readonly<{
    endpoint: string;
    /** The endpoints that the requests went to, if the place is the whole run. */
    at?: readonly string[];
    key: string;
    count: number;
    /** How many responses the requirement judged there. */
    of?: number;
    reproduced?: Share;
  }>[];
  reproduced: Share;
  /** Absent if nothing splits failing from passing responses. */
  separation?: Separation;
  /** Absent if only the whole run shows the defect. */
  request?: ShownRequest;
  response?: ShownResponse;
  /** What it differs from. */
  accepted?: Readonly<{ request: ShownRequest; response: ShownResponse }>;
  /** Absent if it is unknown, or if only the whole run shows the defect. */
  recipe?: ShownRecipe;
  /** The `id` of a failure that the same defect causes. */
  sameCauseAs?: string;
  traceId?: string;
  /** The commands of a POSIX shell, a line each. */
  curl?: string;
  /** The shell variables that they use: access tokens. */
  variables?: readonly string[];
  /** `sends`: what the command sends. */
  replay?: Readonly<{
    seed: number;
    key: string;
    command: string;
    sends?: string;
  }>;
}>;

/** A recipe whose every step shows its request. Steps before the judged one may show a response. */
export type ShownRecipe = Omit<Recipe<never>, 'steps'> &
  Readonly<{
    steps: readonly ShownStep[];
    /** The position of the step whose response is judged. */
    judged: number;
  }>;

export type ShownStep = Omit<Step<never>, 'exchange'> &
  Readonly<{
    request: ShownRequest;
    response?: ShownResponse;
  }>;

export type ShownRequest = Readonly<{
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /**
   * Headers with a forged, expired or other credential, `the URL` and `the body`. Reports add them,
   * no result has them.
   */
  odd?: readonly string[];
  body?: string;
}>;

export type ShownResponse = Readonly<{
  /** Absent if there was no response. */
  status?: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  /** Size of the whole body in bytes. `body` contains its beginning. */
  size: number;
  lost?: string;
}>;
