import type { Catalogue } from '../catalogue/catalogue.ts';
import { unmetNeed } from '../catalogue/needs.ts';
import type { Config } from '../config/config.ts';
import { requirementResults } from '../outcome/assemble.ts';
import type { RequirementResult } from '../result.ts';
import type { RunFacts } from './facts.ts';
import { Ledger } from './ledger.ts';
import { makePlan } from './plan.ts';

/**
 * Predicts what a run of this configuration leaves out: the requirements that are not-run even if everything else
 * passes. Each has a reason, which names the setting that enables it.
 */
export function foretellNotRun(catalogue: Catalogue, config: Config, facts: RunFacts): readonly RequirementResult[] {
  const plan = makePlan(catalogue, config);
  const ledger = new Ledger(plan);
  for (const unit of plan.units) {
    if (unit.notRun !== undefined) continue;
    const { requirement } = unit.row;
    const unmet = unmetNeed(requirement, config, facts);
    if (unmet) ledger.notRun(requirement.id, unit.endpoint.id, unmet.reason, unmet.blocksNothing);
    else ledger.enter(requirement.id, unit.endpoint.id, { kind: 'pass' });
  }
  const foreseen = requirementResults(catalogue, ledger.part({}), plan.claimed, config.strict);
  return foreseen.filter(({ outcome }) => outcome === 'not-run');
}
