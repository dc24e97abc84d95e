import type { Failure, RequirementResult, Result } from '../../engine/result.ts';

/**
 * A requirement on an endpoint, or the requirement alone if it ran on none. Each place is one
 * Allure test.
 */
export interface Place {
  readonly requirement: RequirementResult;
  readonly endpoint?: string;
  readonly outcome: RequirementResult['outcome'];
  readonly cases: number;
  readonly reason?: string;
  readonly waived?: string;
  readonly observed: readonly string[];
  readonly findings: readonly Found[];
}

/** A finding with its number, counted from 1 in the order of the result. */
export interface Found {
  readonly nth: number;
  readonly failure: Failure;
  readonly result: Result;
}

/**
 * Lists every place of a result in catalogue order, with its outcome, findings and observations.
 */
export function placesOf(result: Result): Place[] {
  const { requirements, failures, observations, waived } = result;
  const found = group(
    failures.flatMap((failure, at) =>
      failure.places.map(
        ({ endpoint }) =>
          [idOf(failure.requirement, endpoint), { failure, nth: at + 1, result }] as const,
      ),
    ),
  );
  const observed = group(
    observations.map((one) => [idOf(one.requirement, one.endpoint), one.value] as const),
  );
  const reasons = new Map(waived.map(({ id, reason }) => [id, reason]));
  return requirements.flatMap((requirement): Place[] => {
    const waiver = reasons.get(requirement.id);
    const common = { requirement, ...(waiver === undefined ? {} : { waived: waiver }) };
    if (requirement.endpoints.length === 0)
      return [{ ...common, ...stateOf(requirement), observed: [], findings: [] }];
    return requirement.endpoints.map(
      ({ endpoint, outcome, cases, reason = requirement.reason }) => {
        const id = idOf(requirement.id, endpoint);
        const state = stateOf({ outcome, cases, ...(reason === undefined ? {} : { reason }) });
        return {
          ...common,
          endpoint,
          ...state,
          observed: observed.get(id) ?? [],
          findings: unique(found.get(id) ?? []),
        };
      },
    );
  });
}

/** Returns an id of the place that is the same in every run and on every machine. */
export function placeId({ requirement, endpoint = '' }: Place): string {
  return idOf(requirement.id, endpoint);
}

function idOf(requirement: string, endpoint: string): string {
  return `${requirement}|${endpoint}`;
}

function stateOf({ outcome, cases, reason }: Pick<Place, 'outcome' | 'cases' | 'reason'>) {
  return { outcome, cases, ...(reason === undefined ? {} : { reason }) };
}

function group<T>(entries: readonly (readonly [id: string, value: T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [id, value] of entries) groups.set(id, [...(groups.get(id) ?? []), value]);
  return groups;
}

/** Removes duplicates: a finding may name an endpoint twice. */
function unique(findings: readonly Found[]): readonly Found[] {
  return [...new Map(findings.map((found) => [found.nth, found])).values()];
}
