import type { RequirementResult, Result } from '../engine/result.ts';
import { compareRuns, type Difference } from './compare-runs.ts';

type Outcome = RequirementResult['outcome'];

/**
 * The outcomes of a requirement on an endpoint in two results; `none` if a result does not contain
 * it.
 */
export interface Change {
  readonly requirement: string;
  readonly endpoint: string;
  readonly before: Outcome | 'none';
  readonly after: Outcome | 'none';
}

/** The differences between two results. */
export interface Comparison {
  /** Passed, was observed or warned before, and fails now. */
  readonly broken: readonly Change[];
  /** Passed or was observed before, and warns now. */
  readonly warned: readonly Change[];
  /** Failed or warned before, and has a better outcome now. */
  readonly fixed: readonly Change[];
  readonly newlyAssessed: readonly Change[];
  readonly noLongerAssessed: readonly Change[];
  /**
   * The number of places that both results assessed, with an outcome that is neither better nor
   * worse now.
   */
  readonly unchanged: number;
  readonly differences: readonly Difference[];
}

/**
 * Compares the outcome of each requirement on each endpoint, in the order of the later catalogue.
 */
export function compareResults(before: Result, after: Result): Comparison {
  // With --strict, a violated "should" fails instead of warning. If only one run was strict,
  // compare such failures as warnings: the different outcome comes from the option, not from the
  // target.
  const asWarnings = before.run.strict !== after.run.strict;
  const [earlier, later] = [placesOf(before, asWarnings), placesOf(after, asWarnings)];
  const changes: Change[] = [...new Map([...later, ...earlier])].map(([id, place]) => ({
    requirement: place.requirement,
    endpoint: place.endpoint,
    before: earlier.get(id)?.outcome ?? 'none',
    after: later.get(id)?.outcome ?? 'none',
  }));
  const both = changes.filter((change) => isAssessed(change.before) && isAssessed(change.after));
  return {
    broken: both.filter((change) => worse(change) && change.after === 'fail'),
    warned: both.filter((change) => worse(change) && change.after === 'warn'),
    fixed: both.filter(({ before: was, after: is }) => gravity(is) < gravity(was)),
    newlyAssessed: changes.filter(
      (change) => !isAssessed(change.before) && isAssessed(change.after),
    ),
    noLongerAssessed: changes.filter(
      (change) => isAssessed(change.before) && !isAssessed(change.after),
    ),
    unchanged: both.filter(({ before: was, after: is }) => gravity(is) === gravity(was)).length,
    differences: compareRuns(before, after),
  };
}

interface Place {
  readonly requirement: string;
  readonly endpoint: string;
  readonly outcome: Outcome;
}

function placesOf({ requirements }: Result, asWarnings: boolean): Map<string, Place> {
  return new Map(
    requirements.flatMap(({ id, level, endpoints }) =>
      endpoints.map(({ endpoint, outcome }) => [
        `${id}|${endpoint}`,
        {
          requirement: id,
          endpoint,
          outcome: asWarnings && level === 'should' && outcome === 'fail' ? 'warn' : outcome,
        },
      ]),
    ),
  );
}

function isAssessed(outcome: Change['before']): boolean {
  return outcome === 'pass' || outcome === 'observed' || outcome === 'warn' || outcome === 'fail';
}

function worse({ before, after }: Change): boolean {
  return gravity(after) > gravity(before);
}

function gravity(outcome: Change['before']): number {
  return outcome === 'fail' ? 2 : outcome === 'warn' ? 1 : 0;
}
