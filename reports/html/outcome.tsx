import type { RequirementResult, Result } from '../../engine/result.ts';
import { outcomes, outcomeWords } from './words.ts';

type Outcome = RequirementResult['outcome'];
export type Sign = Outcome | 'waived';

const shapes = {
  pass: 'M3 8.5l3.2 3.2L13 4.8',
  fail: 'M4 4l8 8M12 4l-8 8',
  warn: 'M8 2.8v6.4M8 12.2v.8',
  observed: 'M8 6.2a1.8 1.8 0 1 0 .01 0z',
  inconclusive: 'M5.2 6a2.8 2.5 0 1 1 4 2.3C8.3 8.8 8 9.2 8 10M8 12.6v.6',
  'not-run': 'M3.5 8h9',
  waived: 'M3 5l2.4 6.5L8 5.6l2.6 5.9L13 5',
} as const satisfies Record<Sign, string>;

export function SignShapes() {
  return (
    <svg class="shapes" width="0" height="0" aria-hidden="true">
      {Object.entries(shapes).map(([name, d]) => (
        <symbol
          key={name}
          id={`sign-${name}`}
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
        >
          <path d={d} />
        </symbol>
      ))}
    </svg>
  );
}

/**
 * Shows the sign of an outcome, with a size for pages without styles, which Jenkins blocks. Screen
 * readers skip it, so the word must be next to it.
 */
export function SignOf({ of }: { of: Sign }) {
  return (
    <svg class="sign" width="16" height="16" aria-hidden="true">
      <use href={`#sign-${of}`} />
    </svg>
  );
}

export function OutcomeChip({ outcome }: { outcome: Sign }) {
  return (
    <span class={`chip tone-${outcome}`}>
      <SignOf of={outcome} />
      {outcome === 'waived' ? 'waived' : outcomeWords[outcome]}
    </span>
  );
}

/** The sign of each verdict. It also selects the colours. */
export const verdictSigns = {
  conformant: 'pass',
  'non-conformant': 'fail',
  inconclusive: 'inconclusive',
} as const satisfies Record<Result['verdict'], Sign>;

export const outcomeCounts = ({
  totals,
  waived,
}: Pick<Result, 'totals' | 'waived'>): readonly (readonly [
  Sign,
  count: number,
  words: string,
])[] => [
  ['pass', totals.pass, 'pass'],
  ['fail', totals.fail, 'fail'],
  ['warn', totals.warn, 'warn'],
  ['inconclusive', totals.inconclusive, 'inconclusive'],
  ['observed', totals.observed, 'observed'],
  ['not-run', totals.notRun, 'not run'],
  ['waived', waived.length, 'waived'],
];

/** Draws the outcomes of the requirements as one bar. Its accessible name contains the numbers. */
export function OutcomePlot({ of, all }: { of: string; all: readonly Outcome[] }) {
  const [width, height] = [400, 10];
  const parts = outcomes
    .map((outcome) => ({ outcome, count: all.filter((one) => one === outcome).length }))
    .filter(({ count }) => count > 0);
  const numbers = parts.map(({ outcome, count }) => `${count} ${outcomeWords[outcome]}`).join(', ');
  const wide = (count: number) => (count / all.length) * width;
  return (
    <svg
      class="outcome-plot"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${of}: ${numbers || 'none'}`}
    >
      {parts.map(({ outcome, count }, at) => (
        <rect
          key={outcome}
          class={`fill-${outcome}`}
          x={wide(parts.slice(0, at).reduce((sum, before) => sum + before.count, 0))}
          y="0"
          width={Math.max(0, wide(count) - 1.5)}
          height={height}
        />
      ))}
    </svg>
  );
}
