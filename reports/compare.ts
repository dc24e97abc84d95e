import { grouped, type RequirementResult, type Result } from '../engine/result.ts';
import { compareRuns, type Difference } from './compare-runs.ts';

type Outcome = RequirementResult['outcome'];

/** `none`: a result does not contain it. */
export type Change = Readonly<{
  requirement: string;
  endpoint: string;
  before: Outcome | 'none';
  after: Outcome | 'none';
}>;

export type Comparison = Readonly<{
  /** Passed, was observed or warned before, and fails now. */
  broken: readonly Change[];
  /** Passed or was observed before, and warns now. */
  warned: readonly Change[];
  /** Failed or warned before, and has a better outcome now. */
  fixed: readonly Change[];
  newlyAssessed: readonly Change[];
  noLongerAssessed: readonly Change[];
  /** The places that both results assessed, with an outcome as good as before. */
  unchanged: number;
  differences: readonly Difference[];
}>;

/** Compares the outcomes on each endpoint, in the order of the later catalogue. */
export function compareResults(before: Result, after: Result): Comparison {
  // With --strict, a violated "should" fails instead of warning. If only one run was strict,
  // compare such failures as warnings: the different outcome comes from the option, not from the
  // target.
  const asWarnings = before.run.strict !== after.run.strict;
  const [earlier, later] = [placesOf(before, asWarnings), placesOf(after, asWarnings)];
  const changes: readonly Change[] = [...new Map([...later, ...earlier])].map(
    ([id, { requirement, endpoint }]) => ({
      ...{ requirement, endpoint },
      before: earlier.get(id)?.outcome ?? 'none',
      after: later.get(id)?.outcome ?? 'none',
    }),
  );
  const having = (kind: Kind) => changes.filter((change) => kindOf(change) === kind);
  return {
    broken: having('broken'),
    warned: having('warned'),
    fixed: having('fixed'),
    newlyAssessed: having('newlyAssessed'),
    noLongerAssessed: having('noLongerAssessed'),
    unchanged: having('unchanged').length,
    differences: compareRuns(before, after),
  };
}

const placesOf = ({ requirements }: Result, asWarnings: boolean) =>
  new Map(
    requirements.flatMap(({ id: requirement, level, endpoints }) =>
      endpoints.map(({ endpoint, outcome: its }) => {
        const outcome: Outcome = asWarnings && level === 'should' && its === 'fail' ? 'warn' : its;
        return [`${requirement}|${endpoint}`, { requirement, endpoint, outcome }];
      }),
    ),
  );

type Kind = Exclude<keyof Comparison, 'differences'>;

/** How bad an outcome is. What is absent was not assessed. */
const gravity: Partial<Record<Change['before'], number>> = {
  pass: 0,
  observed: 0,
  warn: 1,
  fail: 2,
};

function kindOf({ before, after }: Change) {
  const [was, is] = [gravity[before], gravity[after]];
  if (was === undefined) return is === undefined ? undefined : 'newlyAssessed';
  if (is === undefined) return 'noLongerAssessed';
  if (is === was) return 'unchanged';
  if (is < was) return 'fixed';
  return after === 'fail' ? 'broken' : 'warned';
}

/** Groups the changes of a requirement from one outcome to another, the gravest first. */
export function alike(changes: readonly Change[]): readonly (readonly Change[])[] {
  const rank = ([first]: readonly Change[]) => (first && gravity[first.after]) ?? 0;
  const keyOf = ({ requirement, before, after }: Change) => `${requirement} ${before} ${after}`;
  return [...grouped(changes, keyOf).values()].sort((left, right) => rank(right) - rank(left));
}
