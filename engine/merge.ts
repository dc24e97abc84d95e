import type { Catalogue } from './catalogue/catalogue.ts';
import { foldMerger } from './outcome/conclude.ts';
import { mergeParts, type Part } from './outcome/part.ts';
import type { Result } from './result.ts';

/** Why shards cannot be merged. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}

/** What shards have to agree on, by name, as a text to compare. */
const agreed: readonly (readonly [name: string, of: (result: Result) => unknown])[] = [
  ['the catalogue', ({ specification }) => specification.catalogueSha256],
  ['the version of the harness', ({ harness }) => harness.version],
  ['the target', ({ target }) => target],
  ['the claim', ({ claim }) => claim],
  ['the profile', ({ profile }) => profile],
  ['the seed', ({ run }) => run.seed],
  ['the depth', ({ run }) => run.depth],
  ['--strict', ({ run }) => run.strict],
  ['the number of shards', ({ run }) => run.shard?.total],
];

/** The shards in order of their index. Throws a `MergeError` where one is missing, doubled, or of another run. */
export function checkShards(shards: readonly Result[]): readonly Result[] {
  const [first] = shards;
  if (!first) throw new MergeError('there is nothing to merge: name the folders of the shards');
  for (const { run } of shards) {
    if (!run.shard) throw new MergeError(`run ${run.id} is no shard: it was not started with --shard`);
  }
  for (const [name, of] of agreed) {
    const wanted = JSON.stringify(of(first));
    const other = shards.find((shard) => JSON.stringify(of(shard)) !== wanted);
    if (other) {
      throw new MergeError(
        `shards of different runs: ${name} is ${wanted} in one and ${JSON.stringify(of(other))} in another`,
      );
    }
  }
  const total = first.run.shard?.total ?? 0;
  const byIndex = new Map<number, Result>();
  for (const shard of shards) {
    const index = shard.run.shard?.index ?? 0;
    if (byIndex.has(index)) throw new MergeError(`shard ${index} of ${total} is given twice`);
    byIndex.set(index, shard);
  }
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0) throw new MergeError(`of ${total} shards, ${missing.join(', ')} missing`);
  return [...byIndex.entries()].sort(([left], [right]) => left - right).map(([, shard]) => shard);
}

/** The parts of complete shards as the part of the whole run. */
export function mergeShards(catalogue: Catalogue, shards: readonly Result[]): Part {
  const merge = foldMerger(catalogue);
  return shards.map(({ part }) => part).reduce((left, right) => mergeParts(left, right, merge));
}
