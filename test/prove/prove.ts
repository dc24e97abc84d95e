import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createColors } from 'picocolors';
import { faults } from '../../fixtures/faults/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { isColoured } from '../../reports/coloured.ts';
import { catalogue } from '../../suites/catalogue.ts';
import {
  malformedPage,
  pageName as malformedPageName,
  tablesOf,
} from '../fixtures/malformed/page.ts';
import { costLines, costsOf, countRequests, sourcesIn } from './budget.ts';
import { carryOut } from './carry-out.ts';
import { runSettled } from './fault-sets.ts';
import { faultsPage, pageName } from './faults-page.ts';
import { checkHeads, faultHeads } from './heads.ts';
import { type Options, readOptions } from './options.ts';
import { runAll, serveTasks } from './pool.ts';
import { matrixLines, noteLines, problemLines, secondTryLines, totalLine } from './print.ts';
import { progressLine } from './progress-line.ts';
import type { Row } from './row.ts';
import { differencesSaid } from './said-findings.ts';
import { foundLater, type Summary, summed } from './summary.ts';
import { furtherTasks, replaced, type Task, tasksOf } from './task.ts';
import { idsOf } from './together.ts';

const program = fileURLToPath(import.meta.url);
const args = process.argv.slice(2);

if (args[0] === 'worker' && process.send) serveTasks((task) => carryOut(task, catalogue));
else process.exitCode = await prove(readOptions(args));

/** Runs the selected tasks and prints the outcome. Resolves to the exit code. */
async function prove(options: Options): Promise<number> {
  const checks = checkHeads(catalogue);
  if (options.docs) {
    writeFileSync(pageName, faultsPage(faults, variants));
    writeFileSync(malformedPageName, malformedPage(await tablesOf()));
    return 0;
  }
  if (options.budget) {
    const ids = checks.map(({ id }) => id);
    console.log(costLines(costsOf(sourcesIn('suites'), ids), await countRequests()).join('\n'));
    return 0;
  }
  const heads = faultHeads(faults);
  const tasks = tasksOf(heads, variants, options);
  if (tasks.length === 0) {
    console.error('Nothing is selected.');
    return 2;
  }
  const began = performance.now();
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  const rowsOf = async (some: readonly Task[]) =>
    stopped.signal.aborted ? [] : runShown(some, options.jobs, stopped.signal);
  const { only, shard } = options;
  const naming = !only && (shard?.index ?? 1) === 1;
  const first = await runSettled(tasks, heads, rowsOf);
  const everyFault = !only && (shard?.total ?? 1) === 1 && !stopped.signal.aborted;
  const { problems } = summed(checks, heads, first, { naming: false, everyFault: false });
  const later = await rowsOf(furtherTasks(heads, options, first, problems));
  const rows = inOrder(replaced(first, later), tasks);
  const summary = summed(checks, heads, rows, { naming, everyFault });
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ ...summary, rows }, undefined, 1)}\n`);
  const color = createColors(isColoured(process.stdout));
  const isQuiet = options.quiet || Boolean(process.env['CI']);
  const lines = [
    ...(isQuiet ? [] : [...matrixLines(summary, color), '', ...noteLines(summary, color)]),
    ...secondTryLines(foundLater(first, heads, summary.problems)),
    ...problemLines(stopped.signal.aborted ? withoutOpen(summary) : summary, color),
    ...(options.against === undefined ? [] : differencesSaid(rowsIn(options.against), rows)),
    ...(shard ? [`Part ${shard.index} of ${shard.total}; \`npm run prove\` takes them all.`] : []),
    totalLine(summary, (performance.now() - began) / 1000),
  ];
  console.log(lines.join('\n'));
  if (stopped.signal.aborted) {
    const total = tasks.flatMap(({ kind, id }) => (kind === 'fault' ? idsOf(id) : id)).length;
    console.error(`Interrupted: ${first.length} of ${total} were certified.`);
    return 130;
  }
  return summary.problems.length > 0 ? 1 : 0;
}

/** A miss is settled by a second run, which an interruption prevents. */
function withoutOpen(summary: Summary): Summary {
  return { ...summary, problems: summary.problems.filter(({ kind }) => kind !== 'missed') };
}

function rowsIn(file: string): readonly Row[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly rows: readonly Row[] }).rows;
}

async function runShown(tasks: readonly Task[], jobs: number, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  const progress = progressLine(process.stderr, tasks.length);
  await runAll(tasks, { program, args: ['worker'], jobs, signal }, (row) => {
    rows.push(row);
    progress.show(row);
  });
  progress.clear();
  return rows;
}

function inOrder(rows: readonly Row[], tasks: readonly Task[]): Row[] {
  const order = new Map(
    tasks.flatMap(({ kind, id }, at) => {
      const ids = kind === 'fault' ? idsOf(id) : [id];
      return ids.map((one): [string, number] => [`${kind} ${one}`, at]);
    }),
  );
  const placeOf = ({ kind, id }: Row) => order.get(`${kind} ${id}`) ?? 0;
  return [...rows].sort((left, right) => placeOf(left) - placeOf(right) || left.seed - right.seed);
}
