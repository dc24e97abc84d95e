import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Config } from '../engine/config/config.ts';
import { makePlan, type Unit } from '../engine/run/plan.ts';
import { describeForecast } from './forecast-text.ts';

/** What a run would do, for people, as text. */
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
        .join(', ') || 'reading only'
    }`,
    '',
  ];
  const groups = new Map<string, Unit[]>();
  for (const unit of plan.units)
    groups.set(unit.row.requirement.id, [...(groups.get(unit.row.requirement.id) ?? []), unit]);
  for (const [id, units] of groups) {
    const runs = units.filter(({ mine, notRun }) => mine && notRun === undefined);
    const { level } = units[0]?.row.requirement ?? { level: '' };
    const where =
      runs.length > 0
        ? runs.map(({ endpoint }) => endpoint.id).join(', ')
        : `not run: ${units[0]?.notRun ?? 'another shard'}`;
    lines.push(`${id.padEnd(34)} ${level.padEnd(8)} ${where}`);
  }
  const running = plan.units.filter(({ mine, notRun }) => mine && notRun === undefined).length;
  lines.push('', describeForecast(catalogue, config).trimEnd());
  lines.push('', `${running} of ${plan.units.length} checks would run. Nothing was sent.`, '');
  return lines.join('\n');
}
