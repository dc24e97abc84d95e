import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { hostile } from '../../fixtures/hostile/index.ts';
import { attempt } from './attempt.ts';
import { outOfBounds, slackS } from './bounds.ts';
import { type Row, table } from './print.ts';

/** `npm run hostile`: certifies every hostile target with the built harness, and prints what it cost and came to. */
const command = new Command('npm run hostile --')
  .description('Certifies hostile targets with the built harness, within bounds of time and memory.')
  .option('--only <globs>', 'targets with these ids, e.g. "size/*,connect/refused"')
  .option('--jobs <n>', 'runs at the same time', count, 2)
  .option('--slack <s>', 'seconds that a run may take beyond its deadline; more on a busy machine', count, slackS)
  .option('--dist <dir>', 'the folder of the built harness', 'dist')
  .option('--allure', 'with the Allure view', false)
  .option('--keep', 'keep the folders that the runs wrote', false)
  .option('--json <file>', 'write the rows to this file')
  .parse(process.argv.slice(2), { from: 'user' });
const options = command.opts<{
  only?: string;
  jobs: number;
  slack: number;
  dist: string;
  allure: boolean;
  keep: boolean;
  json?: string;
}>();
const measure = { dist: resolve(options.dist), allure: options.allure, keep: options.keep };
const waiting = hostile.filter(({ id }) => isSelected(id, options.only));
const rows: Row[] = [];

async function work(): Promise<void> {
  for (let target = waiting.shift(); target; target = waiting.shift()) {
    const came = await attempt(target, measure);
    const row = { target, attempt: came, problems: outOfBounds(target, came, options.slack) };
    rows.push(row);
    process.stderr.write(`${table([row]).split('\n')[1]}\n`);
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 1)}\n`);
  }
}

if (waiting.length === 0) {
  console.error('Nothing is selected.');
  process.exitCode = 2;
} else {
  await Promise.all(Array.from({ length: options.jobs }, work));
  const bad = rows.filter(({ problems }) => problems.length > 0).length;
  console.log(`${table(rows)}\n\n${rows.length} hostile targets, ${bad} out of bounds.`);
  process.exitCode = bad > 0 ? 1 : 0;
}

function isSelected(id: string, globs = '*'): boolean {
  return globs.split(',').some((glob) => {
    const pattern = glob
      .trim()
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`).test(id);
  });
}

function count(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('It has to be a number from 1 to 99.');
  return Number(text);
}
