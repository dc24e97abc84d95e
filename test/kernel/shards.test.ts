import { expect, test } from 'vitest';
import { checkShards, mergeShards } from '../../engine/merge.ts';
import { faults } from '../../fixtures/faults/index.ts';
import type { ReferenceOptions } from '../../fixtures/reference/index.ts';
import { startReference } from '../../fixtures/reference/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { everything, wholeCatalogue } from '../extent.ts';
import { certifyTarget, configFor, outcomeLines, resultOf } from './in-process.ts';

async function sharded(total: number, options: ReferenceOptions) {
  const reference = await startReference(options);
  try {
    const config = configFor(reference);
    const whole = await certifyTarget(config);
    const shards = [];
    for (let index = 1; index <= total; index++)
      shards.push(await certifyTarget({ ...config, shard: { index, total } }));
    const merged = mergeShards(catalogue, checkShards(shards.map(({ result }) => result)));
    return { whole: whole.result, merged: resultOf(whole.evidence.record, merged) };
  } finally {
    await reference.close();
  }
}

/** A few faults: one that shows every so many requests need not show in two runs alike. */
const stride = wholeCatalogue ? 100 : 400;
const sample = [undefined, ...faults.filter((_, at) => at % stride === 0)];

test.each(everything ? [2, 3] : [3])(
  '%i shards of the same seed, merged, are the whole run',
  { timeout: 240_000 },
  async (total) => {
    for (const fault of sample) {
      const { whole, merged } = await sharded(total, fault ? { compose: fault.compose } : {});
      expect(outcomeLines(merged), fault?.id ?? 'reference').toEqual(outcomeLines(whole));
    }
  },
);
