import { grouped, type RequirementResult, type Result } from '../engine/result.ts';
import { counted, present } from './counted.ts';
import { kindOf } from './open-groups.ts';

/**
 * Returns the reasons for the verdict, each a phrase such as `3 requirements fail`. Never empty.
 */
export function verdictReasons(result: Omit<Result, 'part'>): readonly string[] {
  const claimed = result.requirements.filter((requirement) => requirement.claimed);
  const passed = claimed.filter(({ outcome }) => outcome === 'pass').length;
  const failed = claimed.filter(({ outcome }) => outcome === 'fail').length;
  const open = openRequirements(result).length;
  const unselected = notSelected(result).length;
  const { interrupted, harnessErrors } = result;
  const reasons = present(
    failed > 0 && `${counted(failed, 'requirement')} ${failed === 1 ? 'fails' : 'fail'}`,
    interrupted !== undefined && 'the run ended early',
    harnessErrors.length > 0 && counted(harnessErrors.length, 'harness error'),
    open > 0 && `${counted(open, 'requirement')} could not be assessed`,
    unselected > 0 &&
      `${counted(unselected, 'requirement')} ${unselected === 1 ? 'was' : 'were'} not selected`,
  );
  if (reasons.length > 0) return reasons;
  const warned = claimed.filter(({ outcome }) => outcome === 'warn').length;
  const warnings = warned > 0 ? `, with ${counted(warned, 'warning')}` : '';
  const all = passed === 0 ? 'no requirement' : counted(passed, 'requirement');
  return [`${all} passed${warnings}`];
}

export const notSelected = ({
  requirements,
}: Pick<Result, 'requirements'>): readonly RequirementResult[] =>
  requirements.filter(({ claimed, notSelected }) => claimed && notSelected);

/**
 * Claimed `must` requirements that were selected, but neither assessed nor waived. If nothing
 * fails, they make the verdict inconclusive.
 */
export function openRequirements({
  requirements,
  waived,
}: Pick<Result, 'requirements' | 'waived'>): readonly RequirementResult[] {
  const waivedIds = new Set(waived.map(({ id }) => id));
  const unselected = new Set(notSelected({ requirements }).map(({ id }) => id));
  return requirements.filter(
    ({ id, claimed, level, outcome, blocksNothing }) =>
      claimed &&
      level === 'must' &&
      !unselected.has(id) &&
      (outcome === 'inconclusive' ||
        (outcome === 'not-run' && !blocksNothing && !waivedIds.has(id))),
  );
}

/**
 * Why nearly nothing could be assessed, such as a wrong URL, if one reason explains it. Reports
 * then show it once, instead of a list of requirements.
 */
export function obstacleOf(result: Omit<Result, 'part'>): string | undefined {
  if (result.obstacle !== undefined) return result.obstacle;
  const claimed = result.requirements.filter((requirement) => requirement.claimed);
  const unclear = claimed.filter(({ outcome }) => outcome === 'inconclusive');
  const groups = [...grouped(unclear, kindOf).values()];
  return groups.find(({ length }) => length > claimed.length / 2)?.[0]?.reason;
}
