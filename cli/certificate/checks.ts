import { contradictions } from '../../engine/outcome/recompute.ts';
import type { Result } from '../../engine/result.ts';
import { explainProblems } from '../../engine/schema/result.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { version } from '../version.ts';
import type { Audit } from './audit.ts';

/** One thing that was looked at; `holds` is absent where it was not. */
export interface Check {
  readonly name: string;
  readonly holds?: boolean;
  readonly detail: string;
}

/** A check that came out well. */
export function holds(name: string, detail: string): Check {
  return { name, holds: true, detail };
}

/** A check that did not. */
export function fails(name: string, detail: string): Check {
  return { name, holds: false, detail };
}

/** The result in these bytes, or why there is none. */
export function resultIn(bytes: Uint8Array): Result | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return { problem: 'it is no JSON' };
  }
  const [problem] = explainProblems(value);
  return problem === undefined ? (value as Result) : { problem };
}

/** What a result says otherwise than its own part. */
export function contradictionsIn(result: Result): readonly string[] {
  try {
    return contradictions(catalogue, result);
  } catch (error) {
    // The schema leaves the inside of a part open: it may be anything that the holder of the key put there.
    return [`its part cannot be read: ${(error as Error).message}`];
  }
}

/** What judging the evidence of a result again came to. */
export function evidenceCheck({ problems, exchanges }: Audit, { harness }: Result): Check {
  if (problems.length === 0) {
    return holds('evidence', `${exchanges} exchanges judged again to the same verdict and outcomes`);
  }
  // Of one catalogue, versions may still ask for other cases, or judge them otherwise.
  const by = harness.version === version ? '' : ` (by version ${harness.version}, judged again by ${version})`;
  return fails('evidence', `${firstOf(problems)}${by}`);
}

const shown = 3;

/** The first of the problems in one line, and how many more there are. */
export function firstOf(problems: readonly string[]): string {
  const more = problems.length > shown ? `; and ${problems.length - shown} more` : '';
  return `${problems.slice(0, shown).join('; ')}${more}`;
}
