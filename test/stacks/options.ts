import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Depth, depths } from '../../engine/catalogue/levels.ts';

export interface Options {
  readonly only: readonly string[];
  readonly depth: Depth;
  readonly seed: number;
  readonly jobs: number;
  readonly shard: { readonly index: number; readonly total: number };
  readonly json?: string;
}

/** The options of `npm run stacks`. Ends the process if they are wrong, and after help. */
export function readOptions(args: readonly string[]): Options {
  return new Command('npm run stacks --')
    .description('Certifies the stacks: each as written, each variation and each fault.')
    .option('--only <globs>', 'stacks, or cases as stack/id, e.g. "fastify,express/no-*"', split, [])
    .addOption(new Option('--depth <depth>', 'how many cases are generated').choices(depths).default('standard'))
    .option('--seed <n>', 'the seed', count, 1)
    .option('--jobs <n>', 'how many cases at a time', count, availableParallelism())
    .option('--shard <i/n>', 'a part of the cases', shard, { index: 1, total: 1 })
    .option('--json <file>', 'write the rows to this file')
    .parse(args, { from: 'user' })
    .opts<Options>();
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It has to be a whole number from 1.');
  return Number(text);
}

function split(text: string, before: readonly string[]): string[] {
  return [...before, ...text.split(',').map((glob) => glob.trim())];
}

function shard(text: string): Options['shard'] {
  const [, index, total] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (!index || !total || index > total) throw new InvalidArgumentError('It has to be like 1/4.');
  return { index, total };
}
