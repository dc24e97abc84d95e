import { makeBadge } from 'badge-maker';
import type { Result } from '../engine/result.ts';

/** White text on these has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3), and none is told from another by hue alone. */
const colours = {
  conformant: '#1a6b33',
  'non-conformant': '#b3261e',
  inconclusive: '#5f4b8b',
} as const satisfies Record<Result['verdict'], string>;

/** The areas of the service, all of which a claim without restriction comprises. */
export const allAreas = 12;

/** The verdict as an SVG image with a text equivalent. Nothing that a target says stands in it. */
export function renderBadge({ verdict, claim }: Result): string {
  const part = claim.length < allAreas ? ` (${claim.length} of ${allAreas} areas)` : '';
  return `${makeBadge({ label: 'm2m conformance', message: `${verdict}${part}`, labelColor: '#444444', color: colours[verdict] })}\n`;
}
