import type { RequirementResult, Result } from '../engine/result.ts';
import { groupBy } from './group-by.ts';
import { withoutIds } from './without-ids.ts';

/** Requirements that were not assessed for the same reason. */
export interface OpenGroup {
  readonly reason: string;
  readonly ids: readonly string[];
}

/**
 * Groups requirements that were not assessed by reason. Reasons that differ only in generated ids
 * are one, and so are those that quote the response of a finding.
 */
export function openGroups(
  open: readonly RequirementResult[],
  failures: Result['failures'],
): OpenGroup[] {
  const found = failures
    .map(({ actual }) => withoutIds(actual))
    .map((actual) => (/^[45]\d\d /.test(actual) ? actual : ''));
  const findingOf = ({ reason = '' }: RequirementResult) => {
    const text = withoutIds(reason);
    const at = found.findIndex((actual) => actual !== '' && text.includes(actual));
    const root = failures.findIndex(
      ({ id }) => id !== undefined && id === failures[at]?.sameCauseAs,
    );
    return root < 0 ? at : root;
  };
  const groups = groupBy(open, (one) => {
    const at = findingOf(one);
    return at < 0 ? withoutIds(one.reason ?? '') : at;
  });
  return [...groups].map(([key, all]) => ({
    reason:
      typeof key === 'number'
        ? `the response of finding ${key + 1}: ${failures[key]?.actual}`
        : (all[0]?.reason ?? ''),
    ids: all.map(({ id }) => id),
  }));
}
