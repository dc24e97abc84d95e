import type { RequirementResult } from '../../engine/result.ts';
import { outcomes, outcomeWords } from './words.ts';

type Outcome = RequirementResult['outcome'];

/** Draws the outcomes of the requirements as one bar. Its accessible name contains the numbers. */
export function OutcomePlot({
  of,
  all,
  name,
}: {
  readonly of: string;
  readonly all: readonly Outcome[];
  readonly name: string;
}) {
  const width = 400;
  const height = 10;
  let at = 0;
  const parts = outcomes.flatMap((outcome) => {
    const count = all.filter((one) => one === outcome).length;
    if (count === 0) return [];
    const part = { outcome, count, x: at, width: (count / all.length) * width };
    at += part.width;
    return [part];
  });
  const numbers = parts.map(({ outcome, count }) => `${count} ${outcomeWords[outcome]}`).join(', ');
  return (
    <svg
      class={`outcome-plot ${name}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${of}: ${numbers === '' ? 'none' : numbers}`}
    >
      {parts.map((part) => (
        <rect
          key={part.outcome}
          class={`fill-${part.outcome}`}
          x={part.x}
          y="0"
          width={Math.max(0, part.width - 1.5)}
          height={height}
        />
      ))}
    </svg>
  );
}
