import type { Result } from '../../engine/result.ts';
import type { Row } from './row.ts';

/** What the reports say of a finding. */
export interface SaidFinding {
  readonly requirement: string;
  /** The id of a cause of the requirement. */
  readonly cause: string;
  readonly outcome: string;
  readonly title: string;
  /** The endpoints that show it, sorted. */
  readonly places: readonly string[];
  /** The causes that the reports name, the most likely first. */
  readonly advice: readonly string[];
}

export function findingsSaid({ failures }: Result): readonly SaidFinding[] {
  return failures.map((failure) => ({
    requirement: failure.requirement,
    cause: failure.cause,
    outcome: failure.outcome,
    title: failure.title,
    places: failure.places.map(({ endpoint }) => endpoint).sort(),
    advice: failure.advice?.map(({ suspect }) => suspect) ?? [],
  }));
}

/**
 * Compares the findings of two proofs, for servers that both certified with the same seed. Returns
 * lines, none if nothing differs. Those of a rebuilding may only differ where it says so.
 */
export function differencesSaid(before: readonly Row[], after: readonly Row[]): readonly string[] {
  const known = new Map(before.map((row) => [nameOf(row), row]));
  return after.flatMap((row) => {
    const earlier = known.get(nameOf(row));
    if (!earlier) return [];
    const [lost, gained] = [difference(earlier, row), difference(row, earlier)];
    const lines = [...lost.map((one) => `  - ${one}`), ...gained.map((one) => `  + ${one}`)];
    return lines.length === 0 ? [] : [nameOf(row), ...lines];
  });
}

const nameOf = ({ kind, id, seed }: Row): string => `${kind} ${id}, seed ${seed}`;

/** The findings of one row that the other lacks. */
function difference(row: Row, other: Row): readonly string[] {
  const others = new Set(textsOf(other));
  return textsOf(row).filter((text) => !others.has(text));
}

function textsOf({ findings = [] }: Row): readonly string[] {
  return findings.map(({ requirement, outcome, title, places, advice }) =>
    [`${requirement} ${outcome}: ${title}`, `at ${places.join(', ')}`, ...advice.slice(0, 2)].join(
      ' | ',
    ),
  );
}
