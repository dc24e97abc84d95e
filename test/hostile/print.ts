import type { Hostile } from '../../fixtures/hostile/index.ts';
import type { Attempt } from './attempt.ts';

export interface Row {
  readonly target: Hostile;
  readonly attempt: Attempt;
  readonly problems: readonly string[];
}

const columns = [
  'target',
  'time',
  'run',
  'limit',
  'memory',
  'exit',
  'verdict',
  'pass/fail/warn/inc/not-run',
  'asked',
  'written',
  '',
];

/** The rows as a table, sorted by family. */
export function table(rows: readonly Row[]): string {
  const cells = [columns, ...[...rows].sort(byId).map(cellsOf)];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function byId(left: Row, right: Row): number {
  return left.target.id < right.target.id ? -1 : 1;
}

function cellsOf({ attempt, problems }: Row): string[] {
  const { bytes, deadline, exit, id, peakBytes, result, seconds, seen } = attempt;
  const counts = result?.totals;
  return [
    id,
    `${seconds.toFixed(1)} s`,
    result ? `${(result.run.durationMs / 1000).toFixed(1)} s` : '-',
    `${deadline} s`,
    megabytes(peakBytes),
    exit === null ? 'killed' : String(exit),
    result?.verdict ?? '-',
    counts ? [counts.pass, counts.fail, counts.warn, counts.inconclusive, counts.notRun].join('/') : '-',
    seen ? String(seen.requests) : '-',
    megabytes(bytes),
    problems.length === 0 ? 'ok' : problems.join('; '),
  ];
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
