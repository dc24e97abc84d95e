import type { Failure, RequirementResult, Result } from '../engine/result.ts';

/**
 * `undecided`: an inconclusive `must`. It prevents a conformant verdict, so it must not look like a
 * pass to readers that count only failures and errors. Any other inconclusive requirement is
 * `skipped`.
 */
export type TestState = 'passed' | 'failed' | 'undecided' | 'skipped';

/** A claimed requirement on an endpoint, as a test case. */
export interface TestCase {
  readonly requirement: RequirementResult;
  /** `(run)` if the requirement ran on no endpoint. */
  readonly endpoint: string;
  readonly state: TestState;
  readonly outcome: RequirementResult['outcome'];
  readonly reason?: string;
  readonly cases: number;
  /** The total time of its exchanges. */
  readonly durationMs: number;
  /** How often its request was sent again after it failed. */
  readonly retries: number;
  /** Whether each of its failures was absent in at least one retry. */
  readonly flaky: boolean;
  readonly failures: readonly Failure[];
  /** The observed values. */
  readonly values: readonly string[];
}

/** Returns the test cases of a result, in catalogue order. */
export function testCases(result: Result): readonly TestCase[] {
  const failures = new Map<string, Failure[]>();
  for (const failure of result.failures) {
    for (const { endpoint } of failure.places)
      add(failures, `${failure.requirement}|${endpoint}`, failure);
  }
  const values = new Map<string, string[]>();
  for (const { requirement, endpoint, value } of result.observations)
    add(values, `${requirement}|${endpoint}`, value);
  return result.requirements
    .filter(({ claimed }) => claimed)
    .flatMap((requirement) => {
      const { outcome, cases, durationMs = 0, reason } = requirement;
      const nowhere = {
        endpoint: '(run)',
        outcome,
        cases,
        durationMs,
        ...(reason === undefined ? {} : { reason }),
      };
      const places = requirement.endpoints.length > 0 ? requirement.endpoints : [nowhere];
      return places.map((place) => {
        const id = `${requirement.id}|${place.endpoint}`;
        const found = failures.get(id) ?? [];
        return {
          requirement,
          ...place,
          durationMs: place.durationMs ?? 0,
          state: stateOf(place.outcome, requirement, result.run.strict),
          ...repetition(found, place.endpoint),
          failures: found,
          values: values.get(id) ?? [],
        };
      });
    });
}

/** Counts how often failures showed again. Older results contain one count for all places. */
function repetition(
  failures: readonly Failure[],
  endpoint: string,
): Pick<TestCase, 'retries' | 'flaky'> {
  const again = failures.map(
    ({ places, reproduced }) =>
      places.find((place) => place.endpoint === endpoint)?.reproduced ?? reproduced,
  );
  return {
    retries: Math.max(0, ...again.map(({ of }) => of)),
    flaky: again.length > 0 && again.every(({ of, times }) => times < of),
  };
}

function add<T>(lists: Map<string, T[]>, id: string, value: T): void {
  const list = lists.get(id);
  if (list) list.push(value);
  else lists.set(id, [value]);
}

function stateOf(
  outcome: TestCase['outcome'],
  { level }: RequirementResult,
  strict: boolean,
): TestState {
  switch (outcome) {
    case 'pass':
    case 'observed':
      return 'passed';
    case 'warn':
      return strict ? 'failed' : 'passed';
    case 'fail':
      return 'failed';
    case 'inconclusive':
      return level === 'must' ? 'undecided' : 'skipped';
    case 'not-run':
      return 'skipped';
  }
}
