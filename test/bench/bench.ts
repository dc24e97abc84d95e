import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { count, split } from '../command-options.ts';
import { beside } from './beside-undici.ts';
import { type Figure, table } from './figures.ts';
import { growth } from './growth.ts';
import { reporting } from './reporting.ts';
import { start } from './start.ts';
import { throughProxy } from './through-proxy.ts';

/** A part of the benchmark. It measures once per round and reports progress with `say`. */
export type Bench = (
  dist: string,
  rounds: number,
  say: (text: string) => void,
) => Promise<readonly Figure[]>;

const parts: Readonly<Record<string, Bench>> = {
  start,
  beside,
  growth,
  reporting,
  proxy: throughProxy,
};

/**
 * `npm run bench`: compares runs with the same requests sent by bare undici, and short runs with
 * long ones.
 */
const command = new Command('npm run bench --')
  .description(
    'Measures the built harness against the reference implementation in another process.',
  )
  .option(
    '--only <parts>',
    `of ${Object.keys(parts).join(', ')}, separated by commas`,
    partsOf,
    Object.keys(parts),
  )
  .option('--rounds <n>', 'how often everything is measured', count, 3)
  .option('--dist <dir>', 'the folder of the built harness', 'dist')
  .option('--json <file>', 'write the figures to this file')
  .parse(process.argv.slice(2), { from: 'user' });
const options = command.opts<{
  only: readonly string[];
  rounds: number;
  dist: string;
  json?: string;
}>();

const figures: Figure[] = [];
for (const part of options.only) {
  const bench = parts[part];
  if (bench) figures.push(...(await bench(resolve(options.dist), options.rounds, say)));
}
console.log(table(figures));
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify(figures, undefined, 1)}\n`);

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function partsOf(text: string): readonly string[] {
  const wanted = split(text);
  const unknown = wanted.find((part) => !Object.hasOwn(parts, part));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no part "${unknown}".`);
  return wanted;
}
