import type { Verdict } from '../../engine/catalogue/levels.ts';
import type { Task } from './task.ts';

/** How the intended requirement came to fail. */
export interface Shown {
  /**
   * Of the endpoints where a check failed, the fewest cases judged there, in the order of their index, up to and with
   * the first that violated it. Absent for scenarios and monitors: they have no series of cases.
   */
  readonly cases?: number;
  /** Judgements of the requirement that were violations, of all. */
  readonly violated: number;
  readonly judged: number;
  /**
   * The least that shows it: a request of a list or a fixed step, a drawn request only, or no request but the run as a
   * whole.
   */
  readonly by: 'listed' | 'drawn' | 'run';
}

/** What one certification yielded. Plain JSON: workers send it, `--json` stores it. */
export interface Row extends Task {
  /** Requirements that failed or warned. */
  readonly fired: readonly string[];
  /** Of a variant: what was found, and what stayed open of the claimed musts. */
  readonly said: readonly string[];
  readonly verdict: Verdict | 'none';
  readonly shown?: Shown;
  /** Of a fault: the groups whose requests showed it, by the requirement that spoke. */
  readonly askedBy?: Readonly<Record<string, readonly string[]>>;
  readonly harnessErrors: readonly string[];
  /** Why there is no result: an exception, or the end of the worker. */
  readonly broken?: string;
  readonly requests: number;
  readonly ms: number;
  /** Of server and harness together: they share a process. */
  readonly cpuMs: number;
}

/** The row of a task that came to no result. */
export function brokenRow(task: Task, broken: string, ms: number): Row {
  return { ...task, fired: [], said: [], verdict: 'none', harnessErrors: [], broken, requests: 0, ms, cpuMs: 0 };
}
