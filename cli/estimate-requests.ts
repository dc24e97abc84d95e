import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { type Endpoint, wholeRun } from '../engine/catalogue/endpoint.ts';
import type { RunFacts } from '../engine/catalogue/facts.ts';
import { unmetNeed } from '../engine/catalogue/needs.ts';
import { makePlan, runAsEndpoint, sends } from '../engine/catalogue/plan.ts';
import type { Config } from '../engine/config/config.ts';
import { depths } from '../engine/schema/vocabulary.ts';
import { measuredRequests } from './measured-requests.ts';

export interface Estimate {
  readonly endpoint: string;
  readonly safety: Endpoint['safety'];
  readonly requests: number;
}

/** Assumes that the preflight finds everything that the configuration promises. */
function hopeful({ clients, tokens, target }: Config): RunFacts {
  const jws = { form: 'jws' } as const;
  const hasUnscoped = clients.unscoped !== undefined || tokens.unscoped !== undefined;
  return {
    tokens: { 'token:scoped': jws, ...(hasUnscoped ? { 'token:unscoped': jws } : {}) },
    refusedTokens: {},
    guideIds: [],
    ...(target.jwksUrl === undefined ? {} : { publicKey: {} }),
  };
}

/** Of this run or shard, in the order of the endpoint table, from measured runs. */
export function estimateRequests(catalogue: Catalogue, config: Config): readonly Estimate[] {
  const plan = makePlan(catalogue, config);
  const facts = hopeful(config);
  const running = plan.units.filter(
    (unit) => unit.mine && sends(unit) && !unmetNeed(unit.row.requirement, config, facts),
  );
  return [...plan.covered, runAsEndpoint].flatMap(({ id: endpoint, safety }) => {
    const ids = running
      .filter((unit) => unit.endpoint.id === endpoint)
      .map(({ row }) => row.requirement.id);
    const all = endpoint === wholeRun ? [...ids, 'run/setup'] : ids;
    const requests = Math.round(all.reduce((sum, id) => sum + measuredOf(id, safety, config), 0));
    return requests === 0 ? [] : [{ endpoint, safety, requests }];
  });
}

function measuredOf(id: string, safety: Endpoint['safety'], { depth }: Config): number {
  const measured = measuredRequests[id]?.[safety === 'read' ? 'reading' : 'acting'];
  return measured?.[depths.indexOf(depth)] ?? 0;
}

export function estimateTotal(catalogue: Catalogue, config: Config): number {
  return estimateRequests(catalogue, config).reduce((sum, { requests }) => sum + requests, 0);
}
