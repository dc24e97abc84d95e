import type { Bound } from '../catalogue/bound.ts';
import type { Config } from '../config/config.ts';
import type { RunFacts } from './facts.ts';
import { isAllowed, type Plan, type Unit } from './plan.ts';
import { wellFormed } from './well-formed.ts';

/** Binds a requirement to an endpoint: what its check may know of the run. */
export function binder(config: Config, plan: Plan, facts: RunFacts): (unit: Unit) => Bound {
  const byName = new Map(plan.endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const covered = new Set(plan.covered.map(({ name }) => name));
  return ({ endpoint, seed }) => ({
    endpoint,
    seed,
    depth: config.depth,
    profile: config.profile,
    target: { baseUrl: config.target.baseUrl, authUrl: config.target.authUrl },
    allow: config.allow,
    facts,
    wellFormed: (name) => {
      const other = name === undefined ? endpoint : byName.get(name);
      if (!other || !isAllowed(other, config.allow)) throw new RangeError(`no endpoint ${name} that may be asked`);
      return wellFormed(other, facts.guidePath);
    },
    covers: (name) => covered.has(name),
  });
}
