import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { depths } from '../../engine/schema/vocabulary.ts';
import { count, shard, split } from '../command-options.ts';
import type { Selection } from './task.ts';

export interface Options extends Selection {
  readonly jobs: number;
  /** The file for rows and summary as JSON. */
  readonly json?: string;
  /** Such a file of an earlier proof, to print which findings differ. */
  readonly against?: string;
  /** Writes the page of faults and variants, and runs nothing. */
  readonly docs: boolean;
  /** Prints what each requirement costs in lines and requests, and runs nothing else. */
  readonly budget: boolean;
  /** Prints one line per problem and one at the end. */
  readonly quiet: boolean;
}

/** Parses the options of `npm run prove`. Ends the process if they are wrong, and after help. */
export function readOptions(args: readonly string[]): Options {
  const command = new Command('npm run prove --')
    .description(
      'Proves every check: each fault is found by the requirement that it breaks, and no variant is accused. Faults share simulated servers, unless you use --only, --json or --against.',
    )
    .addOption(
      new Option('--depth <depth>', 'how many cases are generated')
        .choices(depths)
        .default('standard'),
    )
    .option('--seeds <n>', 'how many seeds, in a row', count, 3)
    .option('--seed <n>', 'the first seed', count, 1)
    .option('--only <globs>', 'faults and variants with these ids, e.g. "token-*,reference"', split)
    .option(
      '--shard <i/n>',
      'a part of the faults and variants; `today/n`: another part each day',
      shard,
    )
    .option('--http', 'over real HTTP; by default, servers are simulated', false)
    .option('--jobs <n>', 'worker processes (default: one for each core, with --http three)', count)
    .option('--json <file>', 'write rows and summary to this file')
    .option('--against <file>', 'print which findings differ from those in that file of --json')
    .option('--quiet', 'one line per problem; so it is in CI', false)
    .option(
      '--budget',
      'print what each requirement costs in lines and requests, and run nothing else',
      false,
    )
    .option('--docs', 'write docs/faults.md and docs/malformed.md, and run nothing', false)
    .parse(args, { from: 'user' });
  const given = command.opts<
    Omit<Options, 'seeds' | 'jobs'> & {
      readonly seed: number;
      readonly seeds: number;
      readonly jobs?: number;
    }
  >();
  const { seed, seeds, ...others } = given;
  // Over HTTP, they mostly wait for targets.
  const jobs = given.jobs ?? availableParallelism() * (given.http ? 3 : 1);
  const apart = [given.json, given.against].some((file) => file !== undefined);
  return { ...others, jobs, apart, seeds: Array.from({ length: seeds }, (_, at) => seed + at) };
}
