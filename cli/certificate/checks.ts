import type { Result } from '../../engine/result.ts';
import { withoutMark } from '../../reports/certificate/conversion.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { explainProblems } from '../explain-problems.ts';
import type { Audit } from './audit.ts';
import { contradictions } from './recompute.ts';

/** One check. `holds` is absent if the check was skipped. */
export interface Check {
  readonly name: string;
  readonly holds?: boolean;
  readonly detail: string;
}

/** Returns a check that succeeded. */
export function holds(name: string, detail: string): Check {
  return { name, holds: true, detail };
}

/** Returns a check that failed. */
export function fails(name: string, detail: string): Check {
  return { name, holds: false, detail };
}

/** Parses a result, or says why it is invalid. */
export function resultIn(bytes: Uint8Array): Result | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(Buffer.from(bytes).toString('utf8')));
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  const [problem] = explainProblems(value);
  return problem === undefined ? (value as Result) : { problem };
}

/** Lists the differences between a result and the values that are recomputed from its own part. */
export function contradictionsIn(result: Result): readonly string[] {
  try {
    return contradictions(catalogue, result);
  } catch (error) {
    // The schema does not describe the inside of a part, so it may contain anything.
    return [`its part cannot be read: ${(error as Error).message}`];
  }
}

/** Turns an audit into a check. */
export function evidenceCheck({ problems, exchanges }: Audit): Check {
  if (problems.length === 0) {
    return holds(
      'evidence',
      `${exchanges} exchanges judged again, with the same verdict and outcomes`,
    );
  }
  return fails('evidence', firstOf(problems));
}

const shown = 3;

/** Joins the first problems in one line, and counts the others. */
export function firstOf(problems: readonly string[]): string {
  const more = problems.length > shown ? `; and ${problems.length - shown} more` : '';
  return `${problems.slice(0, shown).join('; ')}${more}`;
}
