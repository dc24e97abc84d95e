import { checkShards, mergeShards } from '../../../cli/shards.ts';
import type { Result } from '../../../engine/result.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { type Certified, resultOf } from './in-process.ts';

/** The result of shards, as the command merge computes it. */
export function mergedResult(shards: readonly Certified[]): Result {
  const named = shards.map(({ result, evidence: { record } }, at) => ({
    folder: `${at + 1}`,
    result,
    record,
  }));
  const [first] = checkShards(named);
  if (!first) throw new Error('there is no shard');
  const { shard: _shard, ...plan } = first.record.plan;
  return resultOf({ ...first.record, plan }, mergeShards(catalogue, named));
}
