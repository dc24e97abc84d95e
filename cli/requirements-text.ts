import { createColors } from 'picocolors';
import { isColoured } from '../reports/coloured.ts';
import { groupBy } from '../reports/group-by.ts';
import { whenWords } from '../reports/html/words.ts';

interface ListedRequirement {
  readonly id: string;
  readonly level: string;
  readonly when?: keyof typeof whenWords;
  readonly area: string;
  readonly title: string;
  readonly section: string;
  readonly kind: string;
}

export function requirementsText(listed: readonly ListedRequirement[]): string {
  const colors = createColors(isColoured(process.stdout));
  const areas = [...groupBy(listed, ({ area }) => area)].map(([area, all]) =>
    [`${colors.bold(area)} (${all.length})`, ...all.map(entry)].join('\n'),
  );
  return `${areas.join('\n\n')}\n\n${listed.length} requirements\n`;
}

function entry({ id, level, when, title, section, kind }: ListedRequirement): string {
  return `  ${id} (${level}${when ? `, if ${whenWords[when]}` : ''})\n    ${title}\n    ${section} · ${kind}`;
}
