import type { Bound } from '../catalogue/bound.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { RunFacts } from '../catalogue/facts.ts';
import { makePlan, type Unit } from '../catalogue/plan.ts';
import type { Config } from '../config/config.ts';
import { depths } from '../schema/vocabulary.ts';
import { binder } from './binding.ts';

/** The requests to an endpoint, as far as they are known before the first response. */
export interface Estimate {
  readonly endpoint: string;
  readonly safety: Endpoint['safety'];
  /** Requests of checks and monitors, with controls. */
  readonly requests: number;
  /** Scenarios. How many requests each sends depends on the responses. */
  readonly scenarios: number;
}

const nothingKnown: RunFacts = { tokens: {}, refusedTokens: {}, guideIds: [] };

/** Counts the requests of this run or shard by endpoint, in the order of the endpoint table. */
export function estimateRequests(catalogue: Catalogue, config: Config): readonly Estimate[] {
  const plan = makePlan(catalogue, config);
  const bind = binder(config, plan, nothingKnown);
  const running = plan.units.filter(({ mine, notRun }) => mine && notRun === undefined);
  return plan.covered.flatMap((endpoint) => {
    const units = running.filter((unit) => unit.endpoint.id === endpoint.id);
    const scenarios = units.filter(({ row }) => row.requirement.kind === 'scenario').length;
    const requests = units.reduce((sum, unit) => sum + requestsOf(unit, bind(unit)), 0);
    return requests + scenarios === 0 ? [] : [{ endpoint: endpoint.id, safety: endpoint.safety, requests, scenarios }];
  });
}

function requestsOf({ row: { requirement } }: Unit, bound: Bound): number {
  if (requirement.kind === 'monitor') return requirement.probes?.(bound).length ?? 0;
  if (requirement.kind !== 'check') return 0;
  const { boundary, generated } = requirement.cases(bound);
  const drawn = generated.reduce((sum, { counts }) => sum + (counts[depths.indexOf(bound.depth)] ?? 0), 0);
  return boundary.length + drawn + (requirement.control === 'none' ? 0 : 2);
}
