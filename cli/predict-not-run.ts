import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { RunFacts } from '../engine/catalogue/facts.ts';
import { unmetNeed } from '../engine/catalogue/needs.ts';
import { makePlan } from '../engine/catalogue/plan.ts';
import type { Config } from '../engine/config/config.ts';
import { requirementResults } from '../engine/outcome/assemble.ts';
import type { RequirementResult } from '../engine/outcome/result.ts';
import { Ledger } from '../engine/run/ledger.ts';

/**
 * Those that are not-run even if everything else passes. The reason names the setting that enables
 * it.
 */
export function predictNotRun(
  catalogue: Catalogue,
  config: Config,
  facts: RunFacts,
): readonly RequirementResult[] {
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
