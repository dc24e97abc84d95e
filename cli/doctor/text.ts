import { createColors } from 'picocolors';
import type { RequirementResult } from '../../engine/result.ts';
import { plain } from '../../reports/plain.ts';
import type { Chapter, Line } from './finding.ts';

const signs = { good: '✓', note: '!', bad: '✗', skipped: '–' } as const;
const tones = { good: 'green', note: 'yellow', bad: 'red', skipped: 'dim' } as const;

/** Renders the chapters, what a run would skip, and the expected verdict for a terminal. */
export function doctorText(
  chapters: readonly Chapter[],
  leftOut: readonly RequirementResult[],
  said: string,
  coloured: boolean,
): string {
  const colors = createColors(coloured);
  const line = ({ sign, what, detail }: Line) =>
    `  ${colors[tones[sign]](signs[sign])} ${what}  ${colors.dim(plain(detail))}`;
  const parts = chapters.map(({ title, lines }) => [title, ...lines.map(line)].join('\n'));
  const byReason = new Map<string, RequirementResult[]>();
  for (const one of leftOut) byReason.set(one.reason ?? '', [...(byReason.get(one.reason ?? '') ?? []), one]);
  const open = [...byReason].flatMap(([reason, all]) => [
    `  ${all.map(({ id, level, blocksNothing }) => `${id} (${blocksNothing ? `${level}, optional` : level})`).join(', ')}`,
    colors.dim(`    Reason: ${plain(reason)}`),
  ]);
  parts.push([open.length === 0 ? 'A run would skip nothing' : 'A run would skip', ...open].join('\n'), said);
  return `${parts.join('\n\n')}\n`;
}
