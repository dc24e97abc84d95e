import type { RequirementResult, Result } from '../engine/result.ts';
import { counted } from './counted.ts';

/** Returns the reasons for the verdict, each a phrase such as `3 requirements fail`. Never empty. */
export function verdictReasons(result: Result): readonly string[] {
  const claimed = result.requirements.filter((requirement) => requirement.claimed);
  const passed = claimed.filter(({ outcome }) => outcome === 'pass').length;
  const failed = claimed.filter(({ outcome }) => outcome === 'fail').length;
  const open = openRequirements(result).length;
  const { interrupted, harnessErrors } = result;
  const reasons = [
    ...(failed > 0 ? [`${counted(failed, 'requirement')} ${failed === 1 ? 'fails' : 'fail'}`] : []),
    ...(interrupted === undefined ? [] : ['the run ended early']),
    ...(harnessErrors.length > 0 ? [counted(harnessErrors.length, 'harness error')] : []),
    ...(open > 0 ? [`${counted(open, 'requirement')} could not be assessed`] : []),
  ];
  if (reasons.length > 0) return reasons;
  return [passed === 0 ? 'no requirement passed' : `${counted(passed, 'requirement')} passed`];
}

/**
 * Returns the claimed `must` requirements that were neither assessed nor waived. If nothing fails, they make the
 * verdict inconclusive.
 */
export function openRequirements({
  requirements,
  waived,
}: Pick<Result, 'requirements' | 'waived'>): readonly RequirementResult[] {
  const waivedIds = new Set(waived.map(({ id }) => id));
  return requirements.filter(
    ({ id, claimed, level, outcome, blocksNothing }) =>
      claimed &&
      level === 'must' &&
      (outcome === 'inconclusive' || (outcome === 'not-run' && !blocksNothing && !waivedIds.has(id))),
  );
}
