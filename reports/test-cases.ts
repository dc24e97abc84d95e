import { type Failure, grouped, type RequirementResult, type Result } from '../engine/result.ts';

/** A requirement on an endpoint, or the requirement alone if it ran on none. */
export type Place = Readonly<{
  requirement: RequirementResult;
  endpoint?: string | undefined;
  outcome: RequirementResult['outcome'];
  reason?: string | undefined;
  cases: number;
  durationMs?: number | undefined;
  failures: readonly Failure[];
  observed: readonly string[];
}>;

export function placesOf({ requirements, failures, observations }: Result): readonly Place[] {
  const idOf = (requirement: string, endpoint = '') => `${requirement}|${endpoint}`;
  const found = grouped(
    failures.flatMap((failure) =>
      // A finding may name an endpoint twice.
      [...new Set(failure.places.map(({ endpoint }) => idOf(failure.requirement, endpoint)))].map(
        (id) => ({ id, failure }),
      ),
    ),
    ({ id }) => id,
  );
  const observed = grouped(observations, (one) => idOf(one.requirement, one.endpoint));
  return requirements.flatMap((requirement) => {
    const { endpoints } = requirement;
    const places: readonly Omit<Place, 'requirement' | 'failures' | 'observed'>[] =
      endpoints.length > 0 ? endpoints : [requirement];
    return places.map(({ endpoint, outcome, reason, cases, durationMs }) => ({
      ...{ requirement, endpoint, outcome, reason, cases, durationMs },
      failures: (found.get(idOf(requirement.id, endpoint)) ?? []).map(({ failure }) => failure),
      observed: (observed.get(idOf(requirement.id, endpoint)) ?? []).map(({ value }) => value),
    }));
  });
}

/**
 * `undecided`: an inconclusive `must`. It prevents a conformant verdict, so it must not look like a
 * pass to readers that count only failures and errors. Any other inconclusive requirement is
 * `skipped`.
 */
export type TestState = 'passed' | 'failed' | 'undecided' | 'skipped';

export interface TestCase extends Place {
  /** `(run)` if the requirement ran on no endpoint. */
  readonly endpoint: string;
  readonly durationMs: number;
  readonly state: TestState;
  /** Each finding in a line: its title, what was expected and what came. */
  readonly message: string;
  /** How often its request was sent again after it failed. */
  readonly retries: number;
  /** Whether each of its failures was absent in at least one retry. */
  readonly flaky: boolean;
}

export const testCases = (result: Result): readonly TestCase[] =>
  placesOf(result)
    .filter(({ requirement }) => requirement.claimed)
    .map((place) => {
      const { endpoint = '(run)', durationMs = 0, failures } = place;
      const again = failures.map(
        ({ places, reproduced }) =>
          places.find((one) => one.endpoint === endpoint)?.reproduced ?? reproduced,
      );
      return {
        ...place,
        ...{ endpoint, durationMs },
        state: stateOf(place, result.run.strict),
        message: failures
          .map(({ title, expected, actual }) => `${title}: expected ${expected}, got ${actual}`)
          .join('; '),
        retries: Math.max(0, ...again.map(({ of }) => of)),
        flaky: again.length > 0 && again.every(({ of, times }) => times < of),
      };
    });

function stateOf({ outcome, requirement }: Place, strict: boolean) {
  if (outcome === 'fail' || (outcome === 'warn' && strict)) return 'failed';
  if (outcome === 'inconclusive' && requirement.level === 'must') return 'undecided';
  return outcome === 'inconclusive' || outcome === 'not-run' ? 'skipped' : 'passed';
}

/** The tests of the run itself, which fail: its early end and errors of the harness. */
export function runFailures({ interrupted, harnessErrors }: Result): readonly {
  readonly name: string;
  readonly type: string;
  readonly message: string;
}[] {
  const early = { name: 'interrupted', type: 'interrupted' };
  return [
    ...(interrupted === undefined
      ? []
      : [{ ...early, message: `the run ended early: ${interrupted}` }]),
    ...harnessErrors.map(({ where, message }) => ({
      ...{ name: `harness: ${where}`, type: 'harness error', message },
    })),
  ];
}
