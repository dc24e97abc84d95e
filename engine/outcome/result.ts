import type { Facts, Told } from '../catalogue/cause.ts';
import type { Statement } from '../catalogue/check.ts';
import type { Recipe, Share, Step } from '../catalogue/recipe.ts';
import type { Config, Profile } from '../config/config.ts';
import type { KnownFailure } from '../schema/known-failures.ts';
import type { Area, Level, Outcome, Verdict } from '../schema/vocabulary.ts';
import type { HarnessError, Part } from './part.ts';
import type { Separation } from './separation.ts';

/** `result.json`, format version 2: the only input of reports, merge, compare and verify. */
export interface Result {
  readonly formatVersion: 2;
  readonly verdict: Verdict;
  readonly specification: {
    readonly name: string;
    readonly version: string;
    readonly catalogueSha256: string;
  };
  readonly harness: { readonly name: string; readonly version: string };
  readonly target: Pick<Config['target'], 'baseUrl' | 'authUrl' | 'implementation' | 'build'>;
  readonly claim: readonly Area[];
  readonly profile: Profile;
  readonly run: Pick<Config, 'seed' | 'depth' | 'concurrency' | 'strict' | 'shard'> & {
    readonly id: string;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly requests: number;
  };
  readonly totals: Readonly<
    Record<'pass' | 'fail' | 'warn' | 'observed' | 'inconclusive' | 'notRun', number>
  >;
  readonly waived: readonly { readonly id: string; readonly reason: string }[];
  readonly requirements: readonly RequirementResult[];
  readonly failures: readonly Failure[];
  readonly harnessErrors: readonly HarnessError[];
  /** Set if personal data are masked. Such a result cannot be replayed, merged or audited. */
  readonly masked?: true;
  /** Hints for the operator, without effect on the verdict. */
  readonly notices: readonly string[];
  /** What the operator must change before the target can be tested, or tested any further. */
  readonly obstacle?: string;
  /** Why the run ended early: a signal, the deadline or a dead worker. */
  readonly interrupted?: string;
  readonly latency: readonly {
    readonly endpoint: string;
    readonly count: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
    readonly maxMs: number;
  }[];
  readonly evidence?: { readonly file: string; readonly sha256: string };
  readonly observations: readonly {
    readonly requirement: string;
    readonly endpoint: string;
    readonly value: string;
  }[];
  /**
   * The run compared with the operator's list of known failures, if there is one. Does not affect
   * the verdict.
   */
  readonly knownFailures?: KnownFailures;
  /** Merging shards and recomputing the verdict start from this part. */
  readonly part: Part;
}

/** The list compared with the result of a run. */
export interface KnownFailures {
  /** Entries whose requirement failed or warned. */
  readonly matched: readonly KnownFailure[];
  /** Entries whose requirement was assessed at all their places and passed. */
  readonly stale: readonly KnownFailure[];
  /** Entries that are not valid, with the reason. */
  readonly unknown: readonly (KnownFailure & { readonly why: string })[];
  /** Failures that no entry lists. */
  readonly unlisted: readonly { readonly requirement: string; readonly endpoint: string }[];
}

export interface RequirementResult {
  readonly id: string;
  readonly area: Area | 'every-endpoint';
  readonly level: Level;
  readonly when?: 'pinned' | 'declared';
  readonly title: string;
  readonly section: string;
  /** Whether the requirement counts towards the verdict of this claim. */
  readonly claimed: boolean;
  readonly outcome: Outcome;
  /**
   * Set if the requirement is not-run for a reason that no operator can remove. The verdict then
   * ignores it.
   */
  readonly blocksNothing?: boolean;
  readonly reason?: string;
  /** What it has in common with reasons that differ only in what they quote, if it quotes. */
  readonly reasonKind?: string;
  /** What would enable it: variables, keys of the profile and permissions. */
  readonly lacks?: readonly string[];
  /** Set if the operator left it out. */
  readonly notSelected?: true;
  readonly cases: number;
  /** The total duration of its exchanges, which may have overlapped. Absent if it sent nothing. */
  readonly durationMs?: number;
  readonly endpoints: readonly {
    readonly endpoint: string;
    readonly outcome: Outcome;
    readonly reason?: string;
    readonly reasonKind?: string;
    readonly cases: number;
    readonly durationMs?: number;
  }[];
}

/** One defect, with all places where it shows. */
export interface Failure {
  /** The same for this defect in every run, seed and shard. Absent in older results. */
  readonly id?: string;
  readonly requirement: string;
  readonly outcome: 'fail' | 'warn';
  /** The id of a cause of the requirement. */
  readonly cause: string;
  /** The defect as a short phrase. */
  readonly title: string;
  readonly message: string;
  /**
   * How the request differs from the accepted one, and which similar ones fail or pass. Absent in
   * older results.
   */
  readonly changed?: string;
  readonly expected: string;
  readonly actual: string;
  /** What the words depend on, by name. */
  readonly facts: Facts;
  /** What the specification or a standard says, word for word. */
  readonly statement?: Statement;
  /** What may be wrong in the server, the most likely first. */
  readonly advice?: readonly Told[];
  readonly places: readonly {
    readonly endpoint: string;
    /**
     * The endpoints that the requests went to, if the place is the whole run. Absent in older
     * results.
     */
    readonly at?: readonly string[];
    readonly key: string;
    readonly count: number;
    /** How many responses the requirement judged there. */
    readonly of?: number;
    /** Absent in older results. */
    readonly reproduced?: Share;
  }[];
  /** The sum of all places. */
  readonly reproduced: Share;
  /** Absent if nothing splits failing from passing responses. */
  readonly separation?: Separation;
  /** Absent if only the whole run shows the defect. */
  readonly request?: ShownRequest;
  readonly response?: ShownResponse;
  /** The accepted exchange that it differs from. Absent if there is none. */
  readonly accepted?: { readonly request: ShownRequest; readonly response: ShownResponse };
  /**
   * How to send requests so that the defect shows. Absent if that is unknown, or if only the whole
   * run shows it.
   */
  readonly recipe?: ShownRecipe;
  /** The `id` of a failure that the same defect causes. */
  readonly sameCauseAs?: string;
  /** The trace id that the request contained. */
  readonly traceId?: string;
  /** The commands of a POSIX shell that show the defect, a line each. */
  readonly curl?: string;
  /** The shell variables that they use: access tokens. */
  readonly variables?: readonly string[];
  /** `sends`: what the command sends. */
  readonly replay?: {
    readonly seed: number;
    readonly key: string;
    readonly command: string;
    readonly sends?: string;
  };
}

/** A recipe whose every step shows its request. Steps before the judged one may show a response. */
export interface ShownRecipe extends Omit<Recipe<never>, 'steps'> {
  readonly steps: readonly ShownStep[];
  /** The position of the step whose response is judged. */
  readonly judged: number;
}

export interface ShownStep extends Omit<Step<never>, 'exchange'> {
  readonly request: ShownRequest;
  readonly response?: ShownResponse;
}

export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * Headers with a forged, expired or other credential, `the URL` and `the body`. Reports add them,
   * no result has them.
   */
  readonly odd?: readonly string[];
  readonly body?: string;
}

export interface ShownResponse {
  /** Absent if there was no response. */
  readonly status?: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Size of the whole body in bytes. `body` contains its beginning. */
  readonly size: number;
  readonly lost?: string;
}
