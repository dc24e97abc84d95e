import { mannerOf } from '../../engine/catalogue/recipe.ts';
import type { Config } from '../../engine/config/config.ts';
import type { Finding } from '../../engine/outcome/finding.ts';
import type { Result } from '../../engine/result.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { rowOf } from './replay-failure.ts';

export function wholeRunCommand(
  { seed, depth }: Result['run'],
  only: readonly string[] = [],
): string {
  const selected = only.length === 0 ? '' : ` --only ${[...new Set(only)].join(',')}`;
  return `npx --no -- m2m-conformance run --seed ${seed} --depth ${depth}${selected}`;
}

/**
 * Why a replay in which a failure did not occur proves nothing. A scenario creates its own
 * conditions, unless an earlier request caused the failure.
 */
export function lackedCondition(
  { requirement, exchange, recipe, reproduced }: Finding,
  { concurrency }: Config,
  run: Result['run'],
): string | undefined {
  const [first] = recipe?.steps ?? [];
  const sender = (first?.exchange ?? exchange)?.key.requirement ?? requirement;
  const manner = recipe && mannerOf(recipe);
  const command = wholeRunCommand(run, manner === 'many' ? [] : [requirement, sender]);
  if (rowOf(catalogue, requirement)?.requirement.kind === 'scenario') {
    if (sender !== requirement)
      return `an earlier request of ${sender} may have caused it. Send both: ${command}`;
    return manner === 'in-flight' && concurrency < run.concurrency
      ? `at most ${concurrency} requests were in flight, and ${run.concurrency} in the recorded run: set M2M_CONCURRENCY=${run.concurrency}`
      : undefined;
  }
  const isKnown = recipe !== undefined || reproduced.times > 0 || reproduced.of === 0;
  const isCreated = manner !== 'many' && concurrency >= (first?.times ?? 1);
  return isKnown && isCreated
    ? undefined
    : `it needs other requests. Only a run can create that: ${command}`;
}
