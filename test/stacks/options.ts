import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { type Depth, depths } from '../../engine/schema/vocabulary.ts';
import { count, type Shard, shard, split } from '../command-options.ts';

export interface Options {
  readonly only: readonly string[];
  readonly depth: Depth;
  readonly seed: number;
  readonly jobs: number;
  readonly shard: Shard;
  readonly json?: string;
}

/** The options of `npm run stacks`. Ends the process if they are wrong, and after help. */
export function readOptions(args: readonly string[]): Options {
  return new Command('npm run stacks --')
    .description('Certifies the stacks: each as written, each variation and each fault.')
    .option(
      '--only <globs>',
      'stacks, or cases as stack/id, e.g. "fastify,express/no-*"',
      split,
      [],
    )
    .addOption(
      new Option('--depth <depth>', 'how many cases are generated')
        .choices(depths)
        .default('standard'),
    )
    .option('--seed <n>', 'the seed', count, 1)
    .option('--jobs <n>', 'how many cases at a time', count, availableParallelism())
    .option('--shard <i/n>', 'a part of the cases', shard, { index: 1, total: 1 })
    .option('--json <file>', 'write the rows to this file')
    .parse(args, { from: 'user' })
    .opts<Options>();
}
