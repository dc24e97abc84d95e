import { createColors } from 'picocolors';
import { plain } from '../../reports/plain.ts';
import { grouped, type RequirementResult } from '../engine.ts';

export interface Line {
  readonly sign: 'good' | 'note' | 'bad' | 'skipped';
  readonly what: string;
  readonly detail: string;
}

export interface Chapter {
  readonly title: string;
  readonly lines: readonly Line[];
}

export const good = (what: string, detail: string): Line => ({ sign: 'good', what, detail });
export const note = (what: string, detail: string): Line => ({ sign: 'note', what, detail });
export const bad = (what: string, detail: string): Line => ({ sign: 'bad', what, detail });
export const skipped = (what: string, detail: string): Line => ({ sign: 'skipped', what, detail });

const signs = { good: '✓', note: '!', bad: '✗', skipped: '–' } as const;
const tones = { good: 'green', note: 'yellow', bad: 'red', skipped: 'dim' } as const;

export function doctorText(
  chapters: readonly Chapter[],
  leftOut: readonly RequirementResult[],
  said: string,
  coloured: boolean,
  quiet = false,
): string {
  const colors = createColors(coloured);
  const line = ({ sign, what, detail }: Line) =>
    `  ${colors[tones[sign]](signs[sign])} ${what}  ${colors.dim(plain(detail))}`;
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
