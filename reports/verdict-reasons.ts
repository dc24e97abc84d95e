import type { RequirementResult, Result } from '../engine/result.ts';
import { counted } from './counted.ts';

/** What decided the verdict, a phrase each, e.g. `3 requirements fail`. Never empty. */
export function verdictReasons(result: Result): readonly string[] {
  const claimed = result.requirements.filter((requirement) => requirement.claimed);
  const passed = claimed.filter(({ outcome }) => outcome === 'pass').length;
  const failed = claimed.filter(({ outcome }) => outcome === 'fail').length;
  const open = openRequirements(result).length;
  const { interrupted, harnessErrors } = result;
  const reasons = [
    ...(failed > 0 ? [`${counted(failed, 'requirement')} ${failed === 1 ? 'fails' : 'fail'}`] : []),
    ...(interrupted === undefined ? [] : ['the run ended early']),
    ...(harnessErrors.length > 0
      ? [counted(harnessErrors.length, 'error of the harness', 'errors of the harness')]
      : []),
    ...(open > 0 ? [`${counted(open, 'requirement')} could not be assessed`] : []),
  ];
  if (reasons.length > 0) return reasons;
  return [passed === 0 ? 'nothing was judged' : `${counted(passed, 'requirement')} ${passed === 1 ? 'holds' : 'hold'}`];
}

/** What keeps a verdict from being conformant without being a failure: claimed musts that were neither held nor waived. */
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
