import type { RequirementResult, Result } from '../engine/result.ts';

type Outcome = RequirementResult['outcome'];

/** A requirement on an endpoint in two results; `none` where one of them does not have it. */
export interface Change {
  readonly requirement: string;
  readonly endpoint: string;
  readonly before: Outcome | 'none';
  readonly after: Outcome | 'none';
}

/** What two results have in common and what not. */
export interface Comparison {
  /** What held, was observed or warned, and fails now. */
  readonly broken: readonly Change[];
  /** What held or was observed, and warns now. */
  readonly warned: readonly Change[];
  /** What failed or warned, and no longer does. */
  readonly fixed: readonly Change[];
  readonly newlyAssessed: readonly Change[];
  readonly noLongerAssessed: readonly Change[];
  /** Places that are as they were, of those that were assessed. */
  readonly unchanged: number;
  /** In what the runs themselves differ, which may be why their outcomes do. */
  readonly differences: readonly { readonly of: string; readonly before: string; readonly after: string }[];
}

/** Compares two results, requirement by requirement and endpoint by endpoint, in the order of the later catalogue. */
export function compareResults(before: Result, after: Result): Comparison {
  // Whether a warning fails is for the runs to say; that they say it differently is no change of the target.
  const asWarnings = before.run.strict !== after.run.strict;
  const [earlier, later] = [placesOf(before, asWarnings), placesOf(after, asWarnings)];
  const changes: Change[] = [...new Map([...later, ...earlier])].map(([id, place]) => ({
    requirement: place.requirement,
    endpoint: place.endpoint,
    before: earlier.get(id)?.outcome ?? 'none',
    after: later.get(id)?.outcome ?? 'none',
  }));
  const both = changes.filter((change) => isAssessed(change.before) && isAssessed(change.after));
  return {
    broken: both.filter((change) => worse(change) && change.after === 'fail'),
    warned: both.filter((change) => worse(change) && change.after === 'warn'),
    fixed: both.filter(({ before: was, after: is }) => gravity(is) < gravity(was)),
    newlyAssessed: changes.filter((change) => !isAssessed(change.before) && isAssessed(change.after)),
    noLongerAssessed: changes.filter((change) => isAssessed(change.before) && !isAssessed(change.after)),
    unchanged: both.filter(({ before: was, after: is }) => gravity(is) === gravity(was)).length,
    differences: differencesOf(before, after),
  };
}

interface Place {
  readonly requirement: string;
  readonly endpoint: string;
  readonly outcome: Outcome;
}

function placesOf({ requirements }: Result, asWarnings: boolean): Map<string, Place> {
  return new Map(
    requirements.flatMap(({ id, level, endpoints }) =>
      endpoints.map(({ endpoint, outcome }) => [
        `${id}|${endpoint}`,
        {
          requirement: id,
          endpoint,
          outcome: asWarnings && level === 'should' && outcome === 'fail' ? 'warn' : outcome,
        },
      ]),
    ),
  );
}

function isAssessed(outcome: Change['before']): boolean {
  return outcome === 'pass' || outcome === 'observed' || outcome === 'warn' || outcome === 'fail';
}

function worse({ before, after }: Change): boolean {
  return gravity(after) > gravity(before);
}

function gravity(outcome: Change['before']): number {
  return outcome === 'fail' ? 2 : outcome === 'warn' ? 1 : 0;
}

const compared: readonly (readonly [of: string, text: (result: Result) => string])[] = [
  ['target', targetText],
  ['build', ({ target }) => target.build ?? 'not named'],
  ['claim', ({ claim }) => claim.join(', ')],
  ['catalogue', ({ specification }) => specification.catalogueSha256.slice(0, 12)],
  ['profile', ({ profile }) => JSON.stringify(profile)],
  ['depth', ({ run }) => run.depth],
  ['seed', ({ run }) => String(run.seed)],
  ['strict', ({ run }) => (run.strict ? 'yes' : 'no')],
  ['shard', ({ run }) => (run.shard ? `${run.shard.index}/${run.shard.total}` : 'none')],
  ['harness', ({ harness }) => harness.version],
  ['ended early', ({ interrupted }) => interrupted ?? 'no'],
];

/** The embedded reference implementation listens on another port in every run. */
function targetText({ target }: Result): string {
  return target.implementation === 'embedded reference implementation' ? target.implementation : target.baseUrl;
}

function differencesOf(before: Result, after: Result): Comparison['differences'] {
  return compared
    .map(([of, text]) => ({ of, before: text(before), after: text(after) }))
    .filter((difference) => difference.before !== difference.after);
}
