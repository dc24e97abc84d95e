import { describe, expect, test } from 'vitest';
import { scopeIsAll, scopeIsGate } from '../../scope.ts';
import { endOf, simulated } from './trials.ts';

// Each experiment runs in simulated worlds. It must accuse no innocent world, and find each guilty
// world as often as `found` says. If a detection rate rises, update `found`. If it falls, the
// experiment has a defect.

const runs = scopeIsAll ? 1_000 : scopeIsGate ? 100 : 20;

describe.each(simulated)('$id', (one) => {
  test.each(one.innocent)('has no finding: $title', { timeout: 240_000 }, async (world) => {
    for (let seed = 1; seed <= runs; seed++) {
      expect([seed, await endOf(world, one, seed)]).not.toEqual([seed, 'fail']);
    }
  });

  test.each(one.guilty)(
    'finds $found: $world.title',
    { timeout: 240_000 },
    async ({ world, found }) => {
      let times = 0;
      for (let seed = 1; seed <= runs; seed++)
        if ((await endOf(world, one, seed)) === 'fail') times++;
      // Three standard errors of a rate that is measured in as many runs.
      const margin = 3 * Math.sqrt((found * (1 - found)) / runs);
      expect(times / runs).toBeGreaterThanOrEqual(found - margin);
    },
  );
});
