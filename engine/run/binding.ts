import {
  type Bound,
  isAllowed,
  type Plan,
  type RunFacts,
  sends,
  type Turn,
  type Unit,
  wellFormed,
} from '../catalogue/index.ts';
import type { Config } from '../config/config.ts';
import { derivedSeed, grouped } from '../exchange/index.ts';

export function binder(config: Config, plan: Plan, facts: RunFacts): (unit: Unit) => Bound {
  const byName = new Map(plan.endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const covered = new Set(plan.covered.map(({ name }) => name));
  const turns = turnsOf(plan, config.seed);
  return ({ id, endpoint, seed }) => ({
    endpoint,
    seed,
    turn: turns.get(id) ?? { nth: 0, of: 1 },
    depth: config.depth,
    profile: config.profile,
    target: {
      baseUrl: config.target.baseUrl,
      authUrl: config.target.authUrl,
      audience: config.target.audience,
    },
    allow: config.allow,
    claim: plan.claim,
    facts,
    hasSecondUser: config.users.second !== undefined,
    wellFormed: (name) => {
      const other = name === undefined ? endpoint : byName.get(name);
      if (!other || !isAllowed(other, config.allow))
        throw new RangeError(`no permitted endpoint ${name}`);
      return wellFormed(other, facts.guidePath);
    },
    covers: (name) => covered.has(name),
  });
}

function turnsOf({ units }: Plan, runSeed: number) {
  const turns = new Map<string, Turn>();
  for (const [requirement, row] of grouped(
    units.filter(sends),
    (unit) => unit.row.requirement.id,
  )) {
    const first = derivedSeed(runSeed, requirement) % row.length;
    for (const [at, { id }] of row.entries())
      turns.set(id, { nth: (at + first) % row.length, of: row.length });
  }
  return turns;
}
