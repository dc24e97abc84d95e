import { grouped, type RequirementResult, type Result } from '../engine/result.ts';
import { counted, present } from './counted.ts';
import { obstacleOf, openRequirements } from './verdict-reasons.ts';

type Area = Result['claim'][number];

/**
 * The areas of the service, and what it takes to claim each. An empty string if a claim needs
 * nothing.
 */
const needs = {
  authentication: '',
  users: '--allow writes',
  cash: '',
  'savings-vault': 'profile.endpoints',
  portfolios: '',
  'daily-summaries': '',
  'investment-products': 'profile.endpoints',
  'investment-orders': '--allow orders',
  'savings-orders': 'profile.endpoints',
  learn: '',
  'notification-settings': '',
  test: 'profile.endpoints',
} as const satisfies Record<Area, string>;

const areas = Object.keys(needs) as readonly Area[];

export const allAreas = areas.length;

/**
 * What the verdict does not cover, as a sentence without a full stop or a string from the target.
 * Every report prints it beside the verdict.
 */
export function limitsOf(result: Omit<Result, 'part'>): string {
  const { verdict, claim, waived } = result;
  const covered = `${claim.length} of ${allAreas} areas`;
  const notSelected = notAssessed(result).filter((one) => one.notSelected);
  const open = notAssessed(result).filter((one) => !one.notSelected);
  const needed = openRequirements({ requirements: open, waived });
  // An obstacle hides what the settings would enable.
  const unset = obstacleOf(result) === undefined ? settings(needed, open) : '';
  return present(
    verdict === 'conformant' ? `Conformant for ${covered}` : `Claimed: ${covered}`,
    ...notClaimed(result),
    notSelected.length > 0 && `not selected: ${requirementsIn(notSelected)}`,
    open.length > 0 && `not assessed: ${requirementsIn(open)}${neededIn(needed.length)}${unset}`,
    waived.length > 0 && `waived: ${requirementsIn(waived)}`,
  ).join('; ');
}

/** Returns the claimed requirements that were neither assessed nor waived. */
export function notAssessed({
  requirements,
  waived,
}: Pick<Result, 'requirements' | 'waived'>): readonly RequirementResult[] {
  const waivedIds = new Set(waived.map(({ id }) => id));
  return requirements.filter(
    ({ id, claimed, outcome }) =>
      claimed && (outcome === 'inconclusive' || (outcome === 'not-run' && !waivedIds.has(id))),
  );
}

const requirementsIn = ({ length }: { length: number }) => counted(length, 'requirement');

const neededIn = (count: number) => (count > 0 ? ` (${count} needed for a verdict)` : '');

function notClaimed({ claim, profile }: Pick<Result, 'claim' | 'profile'>) {
  const rest = areas.filter((area) => !claim.includes(area));
  if (rest.length === 0) return [];
  const needOf = (area: Area) =>
    profile.endpoints.some((one) => one.area === area) ? '' : needs[area];
  const groups = [...grouped(rest, needOf)].map(([need, all]) => {
    if (need === '') return all.join(', ');
    return `${all.join(', ')} (${all.length === 1 ? 'needs' : 'need'} ${need})`;
  });
  return [`not claimed: ${groups.join(', ')}`];
}

function settings(needed: readonly RequirementResult[], all: readonly RequirementResult[]) {
  const names = new Set([...needed, ...all].flatMap(({ lacks = [] }) => lacks));
  return names.size === 0 ? '' : `, set ${[...names].join(', ')}`;
}
