import type { Bound, Turn } from '../catalogue/bound.ts';
import type { RunFacts } from '../catalogue/facts.ts';
import { isAllowed, type Plan, sends, type Unit } from '../catalogue/plan.ts';
import { wellFormed } from '../catalogue/well-formed.ts';
import type { Config } from '../config/config.ts';
import { grouped } from '../exchange/grouped.ts';
import { derivedSeed } from '../exchange/key.ts';

/** Binds requirements to endpoints, with the facts about the run that checks may use. */
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

/** The position of each unit among those of its requirement, by unit id. */
function turnsOf({ units }: Plan, runSeed: number): ReadonlyMap<string, Turn> {
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
