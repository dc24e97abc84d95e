import type { Requirement } from '../catalogue/check.ts';
import { wholeRun } from '../catalogue/endpoint.ts';
import type { Failure } from './result.ts';

/** Members that a cause names: JSON pointers and names in snake case. */
const membersIn = (cause: string): readonly string[] => cause.match(/\/[\w*/-]+|\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];

/**
 * Links each failure to an earlier one that the same defect causes. The requirement's head says which requirements that
 * may be. Both must fail on a common endpoint, and concern the same members of a response, if they name any.
 */
export function linkSameCauses(
  failures: readonly Failure[],
  requirements: ReadonlyMap<string, Requirement>,
): readonly Failure[] {
  return failures.map((failure, at) => {
    const explaining = requirements.get(failure.requirement)?.sameDefectAs ?? [];
    const first = failures.slice(0, at).find((one) => explaining.includes(one.requirement) && isSame(one, failure));
    return first?.id === undefined ? failure : { ...failure, sameCauseAs: first.sameCauseAs ?? first.id };
  });
}

function isSame(one: Failure, other: Failure): boolean {
  const places = new Set(one.places.map(({ endpoint }) => endpoint));
  const [here, there] = [membersIn(one.cause), membersIn(other.cause)];
  const isAboutSame = here.some((name) => there.includes(name)) || here.length + there.length === 0;
  const isThere = ({ endpoint }: Failure['places'][number]) => endpoint === wholeRun || places.has(endpoint);
  return isAboutSame && (places.has(wholeRun) || other.places.some(isThere));
}
