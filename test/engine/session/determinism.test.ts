import { expect, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { requestText } from '../../../engine/exchange/request.ts';
import { faults } from '../../../fixtures/faults/index.ts';
import { isOfTheWire } from '../../of-the-wire.ts';
import { scopeIsAll, scopeIsGate } from '../../scope.ts';
import { simulate } from '../../simulation/simulate.ts';

/** A deep run sends 14,000 requests, so two requirements suffice. */
const part = scopeIsAll ? {} : { only: ['cash/*', 'user/malformed'], claim: ['cash'] as const };

/** Resolves to the keys and symbolic requests of all cases of a run. */
async function sent(changes: Partial<Config>): Promise<string[]> {
  const { evidence } = await simulate({ config: { ...part, ...changes } });
  return [...evidence.exchanges.values()]
    .filter(({ key }) => key.attempt === 0 && !isOfTheWire(key))
    .map(({ key, request }) => `${keyText(key)}\n${requestText(request)}`)
    .sort();
}

test('the same seed sends the same requests at any concurrency, another seed does not', async () => {
  const runs = [{ concurrency: 1 }, { concurrency: 8 }, { concurrency: 32 }, { seed: 8 }];
  const [first = [], second, third, other] = await Promise.all(runs.map(sent));
  expect(first.length).toBeGreaterThan(40);
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect(other).not.toEqual(first);
});

test('quick is part of standard, and standard of deep', async () => {
  const depths = scopeIsGate
    ? (['quick', 'standard', 'deep'] as const)
    : (['quick', 'standard'] as const);
  const runs = await Promise.all(depths.map((depth) => sent({ depth })));
  for (const [nth, deeper] of runs.slice(1).entries()) {
    const part = runs[nth] ?? [];
    const all = new Set(deeper);
    expect(part.length).toBeLessThan(all.size);
    expect(part.filter((request) => !all.has(request))).toEqual([]);
  }
});

const isOfBodies = ({ needs, breaks: [first] }: (typeof faults)[number]) =>
  needs === undefined && /^(?:summaries|guides)\/(?!ok$)/.test(first);

test('the ids of findings are the same for every seed', { timeout: 900_000 }, async () => {
  // The first fault of each requirement, on one server.
  const one = new Map(faults.filter(isOfBodies).map((fault) => [fault.breaks[0], fault]));
  const compose = [...one.values()].map((fault) => fault.compose);
  const only = scopeIsAll ? {} : { only: [...one.keys()] };
  const idsOf = async (seed: number) => {
    const { result } = await simulate({ config: { ...only, seed, depth: 'quick' }, compose });
    return result.failures.map(({ id }) => id).sort();
  };
  const first = await idsOf(1);
  expect(first.length).toBeGreaterThan(10);
  for (let seed = 2; seed <= (scopeIsAll ? 20 : 2); seed++)
    expect(await idsOf(seed), `seed ${seed}`).toEqual(first);
});
