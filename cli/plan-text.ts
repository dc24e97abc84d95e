import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { makePlan, type Plan, type Unit } from '../engine/catalogue/plan.ts';
import type { Config } from '../engine/config/config.ts';
import { sentenceText } from '../engine/exchange/sentence.ts';
import { groupBy } from '../reports/group-by.ts';
import { placeWords } from '../reports/html/places.ts';
import { describeForecast, estimateRequests } from './forecast.ts';

export function describePlan(catalogue: Catalogue, config: Config): string {
  const plan = makePlan(catalogue, config);
  const lines = [
    `Target   ${config.target.baseUrl || 'the embedded reference implementation'}`,
    `Claim    ${plan.claim.join(', ')}`,
    `Seed     ${config.seed}, depth ${config.depth}, concurrency ${config.concurrency}`,
    `Allowed  ${
      Object.entries(config.allow)
        .filter(([, allowed]) => allowed)
        .map(([what]) => what)
        .join(', ') || 'read-only'
    }`,
    '',
  ];
  for (const { id, level, endpoints, notRun } of plannedRequirements(plan)) {
    lines.push(
      `${id.padEnd(34)} ${level.padEnd(8)} ${notRun === undefined ? endpoints.map(placeWords).join(', ') : `not run: ${notRun}`}`,
    );
  }
  const running = plan.units.filter(runsHere).length;
  lines.push('', describeForecast(catalogue, config).trimEnd());
  lines.push('', `${running} of ${plan.units.length} checks would run. Nothing was sent.`, '');
  return lines.join('\n');
}

export function planJson(catalogue: Catalogue, config: Config): object {
  const plan = makePlan(catalogue, config);
  const { target, seed, depth, concurrency, allow, shard } = config;
  return {
    target: { baseUrl: target.baseUrl, implementation: target.implementation },
    claim: plan.claim,
    run: { seed, depth, concurrency, shard },
    allow,
    requirements: plannedRequirements(plan),
    forecast: estimateRequests(catalogue, config),
  };
}

interface PlannedRequirement {
  readonly id: string;
  readonly area: string;
  readonly level: string;
  readonly endpoints: readonly string[];
  /** Why there are no endpoints. */
  readonly notRun?: string;
}

function plannedRequirements({ units }: Plan): readonly PlannedRequirement[] {
  return [...groupBy(units, ({ row }) => row)].map(([{ area, requirement }, all]) => {
    const endpoints = all.filter(runsHere).map(({ endpoint }) => endpoint.id);
    const why = all[0]?.notRun;
    const notRun =
      endpoints.length === 0 ? { notRun: why ? sentenceText(why) : 'another shard' } : {};
    return { id: requirement.id, area, level: requirement.level, endpoints, ...notRun };
  });
}

function runsHere({ mine, notRun }: Unit): boolean {
  return mine && notRun === undefined;
}
