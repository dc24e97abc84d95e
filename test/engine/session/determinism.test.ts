import { expect, test } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { keyText } from '../../../engine/exchange/key.ts';
import { requestText } from '../../../engine/exchange/request.ts';
import { scopeIsAll, scopeIsGate } from '../../scope.ts';
import { certify } from './in-process.ts';

/** A deep run sends 14,000 requests, so two requirements suffice. */
const part = scopeIsAll ? {} : { only: ['cash/*', 'user/malformed'], claim: ['cash'] as const };

/** Resolves to the keys and symbolic requests of all first attempts of a run. */
async function sent(changes: Partial<Config>): Promise<string[]> {
  const { evidence } = await certify({ ...part, ...changes });
  return [...evidence.exchanges.values()]
    .filter(({ key }) => key.attempt === 0)
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
