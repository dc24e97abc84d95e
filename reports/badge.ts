import { makeBadge } from 'badge-maker';
import type { Result } from '../engine/result.ts';
import { allAreas, limitsOf } from './limits.ts';

/** White text has a contrast of at least 4.5 to 1 on each (WCAG 2.2, 1.4.3). */
const colours = {
  conformant: '#1a6b33',
  'non-conformant': '#b3261e',
  inconclusive: '#5f4b8b',
} as const satisfies Record<Result['verdict'], string>;

/** Renders the verdict as an SVG image. It contains no string from the target. */
export function renderBadge(result: Result): string {
  const { verdict, claim } = result;
  const part = claim.length < allAreas ? ` (${claim.length} of ${allAreas} areas)` : '';
  const shown = `${verdict}${part}`;
  const svg = makeBadge({
    label: 'm2m conformance',
    message: shown,
    labelColor: '#444444',
    color: colours[verdict],
  });
  const limits = limitsOf(result).replace(/^./, (first) => first.toLowerCase());
  const title = verdict === 'conformant' ? limits : `${verdict}; ${limits}`;
  return `${svg.replace(/<title>[^<]*/, `<title>m2m conformance: ${title}`)}\n`;
}
