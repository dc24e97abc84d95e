import type { Bound } from '../catalogue/bound.ts';
import type { Ask } from '../catalogue/check.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Unit } from '../catalogue/plan.ts';
import type { Exchange, Send } from '../exchange/exchange.ts';
import type { Key } from '../exchange/key.ts';
import type { Ledger } from './ledger.ts';
import type { Monitors } from './monitors.ts';

/** What a unit needs from its run. `send` and `until` are its own, the rest is shared. */
export interface UnitContext {
  readonly bind: (unit: Unit) => Bound;
  readonly send: Send;
  readonly until: Ask['until'];
  readonly outage?: Ask['outage'];
  readonly ledger: Ledger;
  readonly monitors: Monitors;
  readonly covered: readonly Endpoint[];
  /** Whether there is no proxy between the run and the target. */
  readonly isDirect: boolean;
  /** At most this many cases of one check are in flight. */
  readonly concurrency: number;
  /** Set in a replay: evidence lacks the cases that the run skipped after silence. */
  readonly isReplay: boolean;
}

/**
 * Returns the key of a request's first attempt. No two requests of a unit have the same index and
 * step.
 */
export function keyOf(unit: Unit, index: number, step: string): Key {
  return {
    requirement: unit.row.requirement.id,
    endpoint: unit.endpoint.id,
    index,
    step,
    attempt: 0,
  };
}

/** Makes the `Ask` of a unit from a function that sends a step. */
export function asking(
  send: (...asked: Parameters<Ask>) => Promise<Exchange>,
  { until, outage }: UnitContext,
): Ask {
  return Object.assign(send, { until, ...(outage ? { outage } : {}) });
}
