import type { Area, Depth, Level, Outcome, Verdict } from './catalogue/levels.ts';
import type { Profile } from './config/config.ts';
import type { KnownFailures } from './outcome/known-failures.ts';
import type { HarnessError, Part } from './outcome/part.ts';

/** `result.json`, format version 1: the waist between a run and everything that is made of it. */
export interface Result {
  readonly formatVersion: 1;
  readonly verdict: Verdict;
  readonly specification: { readonly name: string; readonly version: string; readonly catalogueSha256: string };
  readonly harness: { readonly name: string; readonly version: string };
  readonly target: {
    readonly baseUrl: string;
    readonly authUrl: string;
    readonly implementation?: string;
    readonly build?: string;
  };
  readonly claim: readonly Area[];
  readonly profile: Profile;
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly seed: number;
    readonly depth: Depth;
    readonly concurrency: number;
    readonly requests: number;
    readonly strict: boolean;
    readonly shard?: { readonly index: number; readonly total: number };
  };
  readonly totals: {
    readonly pass: number;
    readonly fail: number;
    readonly warn: number;
    readonly observed: number;
    readonly inconclusive: number;
    readonly notRun: number;
  };
  readonly waived: readonly { readonly id: string; readonly reason: string }[];
  readonly requirements: readonly RequirementResult[];
  readonly failures: readonly Failure[];
  readonly harnessErrors: readonly HarnessError[];
  /** Personal data are left out: it cannot be replayed, merged or audited. */
  readonly masked?: true;
  /** What the operator should know, without weight for the verdict. */
  readonly notices: readonly string[];
  /** What ended the run before its time: a signal, the deadline, a worker that died. */
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
  /** What became of the operator's list of known failures, where there was one. The verdict does not depend on it. */
  readonly knownFailures?: KnownFailures;
  /** What shards are merged from, and the verdict can be computed from again. */
  readonly part: Part;
}

export interface RequirementResult {
  readonly id: string;
  readonly area: Area | 'every-endpoint';
  readonly level: Level;
  readonly when?: 'pinned' | 'declared';
  readonly title: string;
  readonly section: string;
  /** Whether it binds the verdict of this claim. */
  readonly claimed: boolean;
  readonly outcome: Outcome;
  /** Not run for a reason that is nobody's to remove, so that it stands in no verdict's way. */
  readonly blocksNothing?: boolean;
  readonly reason?: string;
  readonly cases: number;
  /** The time that its exchanges took, in all; they may have been in flight together. Absent if it sent nothing. */
  readonly durationMs?: number;
  readonly endpoints: readonly {
    readonly endpoint: string;
    readonly outcome: Outcome;
    readonly reason?: string;
    readonly cases: number;
    readonly durationMs?: number;
  }[];
}

/** How often a failure showed again when its request was sent again. */
export interface Reproduced {
  readonly of: number;
  readonly times: number;
}

/** One defect, wherever it shows. */
export interface Failure {
  readonly requirement: string;
  readonly outcome: 'fail' | 'warn';
  readonly cause: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly places: readonly {
    readonly endpoint: string;
    readonly key: string;
    readonly count: number;
    /** Absent in older results. */
    readonly reproduced?: Reproduced;
  }[];
  /** The sum of all places. */
  readonly reproduced: Reproduced;
  /** Absent where it takes the whole run to see. */
  readonly request?: ShownRequest;
  readonly response?: ShownResponse;
  readonly curl?: string;
  readonly replay?: { readonly seed: number; readonly key: string; readonly command: string };
}

export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

export interface ShownResponse {
  /** Absent where there was no answer. */
  readonly status?: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Bytes of the body, of which the first are shown. */
  readonly size: number;
  readonly lost?: string;
}
