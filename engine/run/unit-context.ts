import type { Ask, Bound, Endpoint, Judgement, Unit } from '../catalogue/index.ts';
import { defined, type Exchange, type Key, type Send } from '../exchange/index.ts';
import type { Ledger } from './ledger.ts';
import type { Monitors } from './monitors.ts';

/** `send` and `until` are the unit's own, the rest is shared. */
export type UnitContext = Readonly<{
  bind: (unit: Unit) => Bound;
  send: Send;
  until: Ask['until'];
  outage?: Ask['outage'];
  ledger: Ledger;
  monitors: Monitors;
  covered: readonly Endpoint[];
  isDirect: boolean;
  concurrency: number;
  /** Evidence lacks the cases that the run skipped after silence. */
  isReplay: boolean;
}>;

/** No two requests of a unit have the same index and step. */
export const keyOf = ({ row, endpoint }: Unit, index: number, step: string): Key => ({
  requirement: row.requirement.id,
  endpoint: endpoint.id,
  index,
  step,
  attempt: 0,
});

export const asking = (
  send: (...asked: Parameters<Ask>) => Promise<Exchange>,
  { until, outage }: UnitContext,
): Ask => Object.assign(send, { until, ...defined({ outage }) });

export const entering =
  ({ row, endpoint }: Unit, { ledger }: Pick<UnitContext, 'ledger'>) =>
  (judgement: Judgement, exchange?: Exchange) =>
    ledger.enter(row.requirement.id, endpoint.id, judgement, exchange);
