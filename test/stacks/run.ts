import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Case, caseNamed, casesOf, nameOf, selected } from './cases.ts';
import { certifyCase, type Settings } from './certify.ts';
import { missing } from './missing.ts';
import { type Options, readOptions } from './options.ts';
import { problemsOf } from './problems.ts';
import type { Row } from './row.ts';
import { stacks } from './stacks.ts';

const [first, name = '', settings = '{}'] = process.argv.slice(2);

if (first === 'case' && process.send) await serveCase();
else process.exitCode = await run(readOptions(process.argv.slice(2)));

async function serveCase(): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  process.send?.(await certifyCase(caseNamed(name), JSON.parse(settings)), () => process.exit());
}

/** Certifies the selected cases. Resolves to the exit code. */
async function run({ only, seed, depth, jobs, shard, json }: Options): Promise<number> {
  const all = casesOf(stacks);
  const cases = (only.length > 0 ? selected(all, only) : all).filter(
    (_, at) => at % shard.total === shard.index - 1,
  );
  if (cases.length === 0) return refused(['Nothing is selected.']);
  const absent = [...new Set(cases.map(({ stack }) => stack))].flatMap(
    (stack) => missing(stack) ?? [],
  );
  if (absent.length > 0) return refused(absent);
  const began = performance.now();
  const rows: (Row & { problems: string[] })[] = [];
  const waiting = [...cases];
  const serve = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const row = await inOwnProcess(one, { seed, depth });
      const problems = problemsOf(one, row);
      rows.push({ ...row, problems });
      console.log(
        [line(one, row, problems), ...problems.map((problem) => `    ${problem}`)].join('\n'),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, cases.length) }, serve));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows, undefined, 1)}\n`);
  console.log(summary(cases, rows, (performance.now() - began) / 1000));
  return rows.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

/** Runs a case in a separate process, so a crash affects only its stack. */
function inOwnProcess(one: Case, settings: Settings): Promise<Row> {
  const child = fork(
    fileURLToPath(import.meta.url),
    ['case', nameOf(one), JSON.stringify(settings)],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2_000);
  });
  return new Promise((resolve) => {
    child.once('message', (row) => resolve(row as Row));
    child.once('close', () => {
      const { stack, kind, toggle: id = 'as-written' } = one;
      const nothing = { said: {}, open: {}, requests: 0, seconds: 0, ...settings };
      resolve({
        stack: stack.id,
        kind,
        id,
        verdict: 'broken',
        errors: [`no result: ${stderr}`],
        ...nothing,
      });
    });
  });
}

function line(one: Case, row: Row, problems: readonly string[]): string {
  const mark = problems.length > 0 ? 'FAIL' : 'ok  ';
  const heard = Object.keys(row.said).join(', ');
  return `${mark} ${nameOf(one)} ${row.verdict}${heard && `: ${heard}`} (${row.seconds} s)`;
}

function summary(
  cases: readonly Case[],
  rows: readonly (Row & { problems: string[] })[],
  seconds: number,
): string {
  const wrong = (kind: Case['kind'], start: string) =>
    rows.filter(
      (row) => row.kind === kind && row.problems.some((problem) => problem.startsWith(start)),
    ).length;
  const of = (kind: Case['kind']) => cases.filter((one) => one.kind === kind);
  const correct = [...of('as-written'), ...of('variation')];
  const accused = wrong('as-written', 'accused') + wrong('variation', 'accused');
  const faults = of('fault');
  const known = faults.filter(({ fault }) => fault?.unfound !== undefined).length;
  return [
    `${correct.length} correct servers, ${accused} accused.`,
    `${faults.length} faults, ${wrong('fault', 'missed')} missed, ${known} known to be missed.`,
    `${rows.filter(({ problems }) => problems.length > 0).length} of ${cases.length} cases have problems.`,
    `${Math.round(seconds)} s.`,
  ].join(' ');
}

function refused(lines: readonly string[]): number {
  console.error(lines.join('\n'));
  return 2;
}
