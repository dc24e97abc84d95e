import { expect, test } from 'vitest';
import { makePlan } from '../../../engine/catalogue/plan.ts';
import { recordedConfig } from '../../../engine/config/planned-config.ts';
import type { Result } from '../../../engine/result.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { scopeIsAll, scopeIsGate } from '../../scope.ts';
import { type Simulation, simulate } from '../../simulation/simulate.ts';
import { type Certified, configOf, fullConfigFor } from './in-process.ts';
import { mergedResult } from './merged.ts';
import { faultsOfAllGroups } from './of-all-groups.ts';

/** Of the same server. */
async function simulateShards(run: Simulation, total: number): Promise<readonly Certified[]> {
  const shards: Certified[] = [];
  for (let index = 1; index <= total; index++)
    shards.push(await simulate({ ...run, config: { ...run.config, shard: { index, total } } }));
  return shards;
}

/** UUIDs, which differ in every response. */
const ownId = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Returns the judgements on requirements, endpoints and failures. Omits counts, which are higher in
 * shards.
 */
function judgement({ verdict, totals, requirements, failures }: Result) {
  const outcomes = requirements.flatMap(({ id, outcome, reason, endpoints }) => [
    `${id} ${outcome} ${reason?.replace(ownId, 'an id') ?? ''}`,
    ...endpoints.map((one) => `${id} ${one.endpoint} ${one.outcome}`).sort(),
  ]);
  const found = failures.map(
    ({ id, places }) => `${id}: ${places.map(({ endpoint }) => endpoint).sort()}`,
  );
  return { verdict, totals, outcomes, failures: found.sort() };
}

const faults = faultsOfAllGroups(scopeIsAll ? 20 : scopeIsGate ? 3 : 1).filter(
  ({ over }) => over !== 'socket',
);
const sample = scopeIsGate ? [undefined, ...faults] : faults;
const totals = scopeIsAll ? [1, 2, 3, 7] : [3];
const some = ['token/*', 'cash/*', 'json/*', 'auth/missing'];

test.each(sample.map((fault) => ({ id: fault?.id ?? 'reference', fault })))(
  'merged shards of the same seed have the outcomes of the whole run: $id',
  { timeout: 240_000 },
  async ({ fault }) => {
    const part = scopeIsAll ? {} : { only: [...some, ...(fault?.breaks ?? [])] };
    const run: Simulation = fault
      ? { config: { ...part, ...configOf(fault) }, compose: fault.compose }
      : { config: part };
    const whole = judgement((await simulate(run)).result);
    expect(whole.failures.length > 0).toBe(fault !== undefined);
    for (const total of totals) {
      expect(judgement(mergedResult(await simulateShards(run, total))), `${total} shards`).toEqual(
        whole,
      );
    }
  },
);

test.runIf(scopeIsGate)(
  'each scenario runs in one shard, and only the first shard sends writes and orders',
  async () => {
    const only = scopeIsAll ? {} : { only: ['address/*', 'orders/*', 'guides/*'] };
    const run: Simulation = { config: only, configured: fullConfigFor };
    const whole = await simulate(run);
    const shards = await simulateShards(run, 3);
    const plan = makePlan(catalogue, recordedConfig(whole.evidence.record.plan));
    const keysOf = ({ evidence }: Certified, unit: string) =>
      [...evidence.exchanges.keys()].filter((key) => key.startsWith(`${unit}|`)).sort();
    for (const { id } of plan.units.filter(({ row }) => row.requirement.kind === 'scenario')) {
      const sent = shards.map((shard) => keysOf(shard, id)).filter((keys) => keys.length > 0);
      expect(sent.length).toBeLessThanOrEqual(1);
      expect(sent[0] ?? []).toEqual(keysOf(whole, id));
    }
    const changing = new Set(
      plan.endpoints.flatMap(({ id, safety }) => (safety === 'read' ? [] : [id])),
    );
    const writes = shards.map(({ evidence }) =>
      [...evidence.exchanges.values()].filter(({ key }) => changing.has(key.endpoint)),
    );
    expect(writes[0]?.length).toBeGreaterThan(50);
    expect(writes.slice(1)).toEqual([[], []]);
  },
);
