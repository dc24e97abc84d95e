import { type Requirement, wholeRun } from '../catalogue/index.ts';
import type { Failure } from './result.ts';

const membersOf = ({ facts }: Failure) => [facts['member']?.value ?? []].flat().map(String);

/**
 * Links each failure to the one that the same defect causes, and lists it after that one. An outage
 * comes first, and failures come before warnings.
 */
export function linkSameCauses(
  failures: readonly Failure[],
  requirements: ReadonlyMap<string, Requirement>,
): readonly Failure[] {
  const isOutage = (one: Failure) => requirements.get(one.requirement)?.findsOutage === true;
  const rankOf = (one: Failure) => (isOutage(one) ? 0 : one.outcome === 'fail' ? 1 : 2);
  const linked: Failure[] = [];
  for (const failure of [...failures].sort((left, right) => rankOf(left) - rankOf(right))) {
    const explaining = requirements.get(failure.requirement)?.sameDefectAs ?? [];
    const first = linked.find(
      (one) =>
        (isOutage(one) && showsOutage(one, failure)) ||
        (explaining.includes(one.requirement) && isSame(one, failure)),
    );
    linked.push(
      first?.id === undefined
        ? failure
        : { ...failure, sameCauseAs: first.sameCauseAs ?? first.id },
    );
  }
  return linked
    .filter(({ sameCauseAs }) => sameCauseAs === undefined)
    .flatMap((root) => [
      root,
      ...linked.filter((one) => one.sameCauseAs !== undefined && one.sameCauseAs === root.id),
    ]);
}

function isSame(one: Failure, other: Failure) {
  const places = new Set(one.places.map(({ endpoint }) => endpoint));
  const [here, there] = [membersOf(one), membersOf(other)];
  const isAboutSame = here.some((name) => there.includes(name)) || here.length + there.length === 0;
  const isThere = ({ endpoint }: Failure['places'][number]) =>
    endpoint === wholeRun || places.has(endpoint);
  return isAboutSame && (places.has(wholeRun) || other.places.some(isThere));
}

/** Whether it shows the response that everything gets at the end of the run. */
function showsOutage({ response: last }: Failure, other: Failure) {
  const isRefusal = last !== undefined && (last.status === undefined || last.status >= 400);
  return isRefusal && other.response !== undefined && gistOf(last) === gistOf(other.response);
}

const gistOf = ({ status, body, lost = '' }: NonNullable<Failure['response']>) =>
  `${status} ${withoutIds(`${lost} ${body}`).replace(/\d+/g, '…')}`;

/** UUIDs, times, hexadecimal ids and long numbers differ although the defect is the same. */
const ids =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?|\b(?=[a-f]*\d)[\da-f]{12,}\b|\b\d{5,}(?:\.\d+)?\b/gi;

export const withoutIds = (text: string) => text.replace(ids, '…');
