import type { Config } from '../../engine/config/config.ts';
import type { Finding } from '../../engine/outcome/finding.ts';
import type { Failure, Result } from '../../engine/result.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { rowOf } from './replay-failure.ts';

/**
 * The command of a run with the conditions of the recorded one. `only`: the ids of the requirements
 * that it needs.
 */
export function wholeRunCommand(
  { seed, depth }: Result['run'],
  only: readonly string[] = [],
): string {
  const selected = only.length === 0 ? '' : ` --only ${[...new Set(only)].join(',')}`;
  return `npx --no -- m2m-conformance run --seed ${seed} --depth ${depth}${selected}`;
}

/**
 * Says why a replay in which a failure did not occur proves nothing: it did not create the
 * conditions that the failure needs. Returns undefined if it did. A scenario creates its own,
 * unless an earlier request of the run caused the failure.
 */
export function lackedCondition(
  { requirement, exchange, second, condition }: Finding,
  { needs }: Failure,
  { concurrency }: Config,
  run: Result['run'],
): string | undefined {
  const sender = (second ?? exchange)?.key.requirement ?? requirement;
  const command = wholeRunCommand(run, condition?.kind === 'many' ? [] : [requirement, sender]);
  if (rowOf(catalogue, requirement)?.requirement.kind !== 'scenario') {
    const kind = rowOf(catalogue, requirement)?.requirement.kind;
    // The probes of a monitor are sent at once, so one of them cannot follow another on a second
    // connection.
    const isCreated = condition
      ? concurrency >= (condition.requests ?? 1)
      : second && kind === 'check';
    return needs === undefined || isCreated
      ? undefined
      : `${needs}. Only a run can create that: ${command}`;
  }
  if (sender !== requirement)
    return `an earlier request of ${sender} may have caused it. Send both: ${command}`;
  if (needs === undefined || concurrency >= run.concurrency) return undefined;
  return `at most ${concurrency} requests were in flight, and ${run.concurrency} in the recorded run: set M2M_CONCURRENCY=${run.concurrency}`;
}
