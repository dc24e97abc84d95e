import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { depths } from '../../engine/schema/vocabulary.ts';
import { count } from '../command-options.ts';
import { type Case, nameOf, selected } from './cases.ts';
import { certifyCase, recorded, type Settings } from './certify.ts';
import { compareAll, resultsFolder } from './compare.ts';
import { missing } from './missing.ts';
import type { Outcomes } from './results.ts';

interface Options extends Settings {
  readonly update: boolean;
  readonly jobs: number;
}

const [first, name = '', settings = '{}'] = process.argv.slice(2);

if (first === 'case' && process.send) await serveCase();
else readCommand().parse();

async function serveCase(): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  const [one] = selected([name]);
  if (!one) throw new Error(`there is no ${name}`);
  process.send?.(await certifyCase(one, JSON.parse(settings)), () => process.exit());
}

function readCommand(): Command {
  const another = (option: Option) => option.conflicts('update');
  return new Command('npm run stacks --')
    .description('Certifies the stacks, and compares with the committed results.')
    .argument('[globs...]', 'stacks, or cases as stack/id, e.g. fastify "express/no-*"')
    .option('-u, --update', 'write the results that changed', false)
    .option('--jobs <n>', 'how many cases at a time', count, availableParallelism())
    .addOption(
      another(new Option('--depth <depth>', 'another depth than that of the results'))
        .choices(depths)
        .default(recorded.depth),
    )
    .addOption(
      another(new Option('--seed <n>', 'another seed than that of the results'))
        .argParser(count)
        .default(recorded.seed),
    )
    .action(async (globs: readonly string[], options: Options) => {
      process.exitCode = await run(selected(globs), options);
    });
}

/** Compares the selected cases with their results. Resolves to the exit code. */
async function run(cases: readonly Case[], options: Options): Promise<number> {
  const { update, jobs, ...given } = options;
  const stacks = [...new Set(cases.map(({ stack }) => stack))];
  const obstacles =
    cases.length === 0 ? ['Nothing is selected.'] : stacks.flatMap((stack) => missing(stack) ?? []);
  if (obstacles.length > 0) {
    console.error(obstacles.join('\n'));
    return 2;
  }
  const certify = (one: Case) => inOwnProcess(one, given);
  return compareAll(cases, { folder: resultsFolder, certify, jobs, update, print: console.log });
}

/** Certifies a case in a separate process, so a crash affects only its stack. */
function inOwnProcess(one: Case, given: Settings): Promise<Outcomes> {
  const args = ['case', nameOf(one), JSON.stringify(given)];
  const child = fork(fileURLToPath(import.meta.url), args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.once('message', (outcomes) => resolve(outcomes as Outcomes));
    child.once('close', () => reject(new Error(stderr)));
  });
}
