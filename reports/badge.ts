import { makeBadge } from 'badge-maker';
import type { Result } from '../engine/result.ts';

/** White text has a contrast of at least 4.5 to 1 on each colour (WCAG 2.2, 1.4.3). The badge also names the verdict. */
const colours = {
  conformant: '#1a6b33',
  'non-conformant': '#b3261e',
  inconclusive: '#5f4b8b',
} as const satisfies Record<Result['verdict'], string>;

/** The number of areas of the service. A claim without restriction contains them all. */
export const allAreas = 12;

/** Renders the verdict as an SVG image with a text equivalent. It contains no string from the target. */
export function renderBadge({ verdict, claim }: Result): string {
  const part = claim.length < allAreas ? ` (${claim.length} of ${allAreas} areas)` : '';
  return `${makeBadge({ label: 'm2m conformance', message: `${verdict}${part}`, labelColor: '#444444', color: colours[verdict] })}\n`;
}
