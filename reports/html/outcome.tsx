import type { RequirementResult } from '../../engine/result.ts';
import { outcomeWords } from './words.ts';

type Outcome = RequirementResult['outcome'];
/** An outcome, or a requirement that was waived. */
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

/** Defines the shapes of all signs once per page. Each `SignOf` refers to them. */
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
 * Shows the sign of an outcome. It has a size without styles too, which Jenkins blocks. Screen
 * readers skip it, so the word must be next to it.
 */
export function SignOf({ of }: { readonly of: Sign }) {
  return (
    <svg class="sign" width="16" height="16" aria-hidden="true">
      <use href={`#sign-${of}`} />
    </svg>
  );
}

/** Shows an outcome in colour, with its sign and its word. */
export function OutcomeChip({ outcome }: { readonly outcome: Sign }) {
  return (
    <span class={`chip tone-${outcome}`}>
      <SignOf of={outcome} />
      {outcome === 'waived' ? 'waived' : outcomeWords[outcome]}
    </span>
  );
}
