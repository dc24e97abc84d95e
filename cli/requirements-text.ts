import { createColors } from 'picocolors';
import { isColoured } from '../reports/coloured.ts';
import { groupBy } from '../reports/group-by.ts';

interface ListedRequirement {
  readonly id: string;
  readonly level: string;
  readonly when?: string;
  readonly area: string;
  readonly title: string;
  readonly section: string;
  readonly kind: string;
  readonly reason?: string;
}

/** The catalogue by area, for people. */
export function requirementsText(listed: readonly ListedRequirement[]): string {
  const colors = createColors(isColoured(process.stdout));
  const areas = [...groupBy(listed, ({ area }) => area)].map(([area, all]) =>
    [`${colors.bold(area)} (${all.length})`, ...all.map(entry)].join('\n'),
  );
  return `${areas.join('\n\n')}\n\n${listed.length} requirements\n`;
}

function entry({ id, level, when, title, section, kind, reason }: ListedRequirement): string {
  const how = kind === 'unassessable' ? `not checked: ${reason}` : kind;
  return `  ${id} (${level}${when ? ` when ${when}` : ''})\n    ${title}\n    ${section} · ${how}`;
}
