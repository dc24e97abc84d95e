import { createColors } from 'picocolors';
import { plain } from '../../reports/plain.ts';
import { grouped, type RequirementResult } from '../engine.ts';

export type Line = Readonly<{
  sign: 'good' | 'note' | 'bad' | 'skipped';
  what: string;
  detail: string;
}>;

export type Chapter = Readonly<{
  title: string;
  lines: readonly Line[];
}>;

const signed = (sign: Line['sign']) => (what: string, detail: string) => ({ sign, what, detail });
export const good = signed('good');
export const note = signed('note');
export const bad = signed('bad');
export const skipped = signed('skipped');

const signs = {
  good: ['✓', 'green'],
  note: ['!', 'yellow'],
  bad: ['✗', 'red'],
  skipped: ['–', 'dim'],
} as const;

export function doctorText(
  chapters: readonly Chapter[],
  leftOut: readonly RequirementResult[],
  said: string,
  coloured: boolean,
  quiet = false,
): string {
  const colors = createColors(coloured);
  const line = ({ sign, what, detail }: Line) => {
    const [mark, tone] = signs[sign];
    return `  ${colors[tone](mark)} ${what}  ${colors.dim(plain(detail))}`;
  };
  const parts = (quiet ? problemsIn(chapters) : chapters).map(({ title, lines }) =>
    [title, ...lines.map(line)].join('\n'),
  );
  const byReason = grouped(quiet ? leftOut.filter(blocks) : leftOut, ({ reason = '' }) => reason);
  const open = [...byReason].flatMap(([reason, all]) => [
    `  ${all.map(nameOf).join(', ')}`,
    colors.dim(`    Reason: ${plain(reason)}`),
  ]);
  if (open.length > 0) parts.push(['A run would skip', ...open].join('\n'));
  else if (!quiet) parts.push('A run would skip nothing');
  parts.push(said);
  return `${parts.join('\n\n')}\n`;
}

function nameOf({ id, level, blocksNothing }: RequirementResult) {
  return `${id} (${level}${blocksNothing ? ', optional' : ''})`;
}

function problemsIn(chapters: readonly Chapter[]) {
  return chapters
    .map(({ title, lines }) => ({ title, lines: lines.filter(({ sign }) => sign === 'bad') }))
    .filter(({ lines }) => lines.length > 0);
}

function blocks({ level, blocksNothing }: RequirementResult) {
  return level === 'must' && !blocksNothing;
}
