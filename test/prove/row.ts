import type { Verdict } from '../../engine/schema/vocabulary.ts';
import type { SaidFinding } from './said-findings.ts';
import type { Task } from './task.ts';

/** How the intended requirement failed. */
export interface Shown {
  /**
   * The number of cases up to the first violation, on the endpoint that needed the fewest. Absent
   * for scenarios and monitors, which have no series of cases.
   */
  readonly cases?: number;
  /** The number of violations among the `judged` judgements. */
  readonly violated: number;
  readonly judged: number;
  /**
   * What showed the violation: a listed request or a fixed step, only a drawn request, or only the
   * run as a whole.
   */
  readonly by: 'listed' | 'drawn' | 'run';
}

/** The outcome of one certification as plain JSON. Workers send it, and `--json` stores it. */
export interface Row extends Task {
  /** Requirements that failed or warned. */
  readonly fired: readonly string[];
  /** For a variant: the findings, and the claimed musts without a verdict. */
  readonly said: readonly string[];
  /** What the reports say of each finding. Absent without a result. */
  readonly findings?: readonly SaidFinding[];
  readonly verdict: Verdict | 'none';
  readonly shown?: Shown;
  /** For a server with several faults: by requirement. */
  readonly shownBy?: Readonly<Record<string, Shown>>;
  readonly harnessErrors: readonly string[];
  /** Why there is no result: an exception or the end of the worker. */
  readonly broken?: string;
  readonly requests: number;
  readonly ms: number;
  /** CPU time of server and harness together, because they share a process. */
  readonly cpuMs: number;
}

export function brokenRow(task: Task, broken: string, ms: number): Row {
  return {
    ...task,
    fired: [],
    said: [],
    verdict: 'none',
    harnessErrors: [],
    broken,
    requests: 0,
    ms,
    cpuMs: 0,
  };
}
