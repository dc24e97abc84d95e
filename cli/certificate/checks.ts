import type { Result } from '../../engine/result.ts';
import { withoutMark } from '../../reports/certificate/conversion.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { explainProblems } from '../explain-problems.ts';
import type { Audit } from './audit.ts';
import { contradictions } from './recompute.ts';

/** `holds` is absent if the check was skipped. */
export interface Check {
  readonly name: string;
  readonly holds?: boolean;
  readonly detail: string;
}

export function holds(name: string, detail: string): Check {
  return { name, holds: true, detail };
}

export function fails(name: string, detail: string): Check {
  return { name, holds: false, detail };
}

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

export function contradictionsIn(result: Result): readonly string[] {
  try {
    return contradictions(catalogue, result);
  } catch (error) {
    // The schema does not describe the inside of a part.
    return [`its part cannot be read: ${(error as Error).message}`];
  }
}

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

export function firstOf(problems: readonly string[]): string {
  const more = problems.length > shown ? `; and ${problems.length - shown} more` : '';
  return `${problems.slice(0, shown).join('; ')}${more}`;
}
