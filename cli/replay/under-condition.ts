import type { Request } from '../../engine/exchange/request.ts';
import { loadRequest } from '../../engine/exchange/stored-request.ts';
import type { Finding } from '../../engine/outcome/finding.ts';

/** A finding that shows in two of three attempts may be missed once. */
const attempts = 3;
/** The result is untrusted. */
const mostCopies = 32;

/** A request of a replay. Requests that only create the condition are not judged. */
interface Sent {
  readonly request: Request;
  readonly isJudged: boolean;
}

/**
 * Returns the request of a finding, and those that create the condition under which it shows, in
 * the order of time.
 */
export function underCondition(
  { condition, needs, second }: Finding,
  request: Request,
): readonly Sent[] {
  const on = (connection: string, one: Request, isJudged: boolean): Sent => ({
    request: { ...one, connection: `replay:${connection}` },
    isJudged,
  });
  if (condition?.kind === 'in-flight') {
    // The first copies open the connections, one after the other.
    const copies = Math.min(condition.requests ?? 8, mostCopies);
    return Array.from({ length: attempts * copies }, (_, nth) =>
      on(`copy-${nth % copies}`, request, true),
    );
  }
  if (!second || needs === undefined) return [{ request, isJudged: true }];
  const before = { ...loadRequest(second.request), purpose: 'repeat' } as const;
  const isKept = condition?.kind === 'same-connection';
  return Array.from({ length: attempts }, (_, nth) => [
    on(`first-${nth}`, before, false),
    on(`${isKept ? 'first' : 'second'}-${nth}`, request, true),
  ]).flat();
}
