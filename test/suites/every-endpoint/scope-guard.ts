import { type Bound, type Exchange, type Request, sentHeader } from '../../../engine/index.ts';
import { scope } from '../../../suites/every-endpoint/scope.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo } from '../asking.ts';
import { recorded, scenarioOf } from '../recorded.ts';

export type Response = Given | Exchange;
export const listing: Given = { body: { data: [] } };
export const forbidden = apiError(403);

/** A simulated scope check. By default it refuses the token without the scope with 403. */
export interface Guard {
  /** The response to the well-formed request. */
  readonly control?: (step: string) => Response;
  /**
   * Returns the response to the `nth` request with the token without the scope, counted from 1.
   * Undefined means 403.
   */
  readonly refusal?: (step: string, nth: number, request: Request) => Response | undefined;
  /** Other endpoints' response to that token. */
  readonly elsewhere?: Response;
}

/**
 * Runs a scenario against the guard. `lacking` counts its own requests with the token without the
 * scope.
 */
export async function judgeGuard(id: string, guard: Guard = {}, bound: Bound = boundTo('guides')) {
  const { control = () => listing, refusal = () => forbidden, elsewhere = listing } = guard;
  let lacking = 0;
  const run = await recorded(
    (ask) => scenarioOf(scope, id).run(bound, ask),
    (step, _path, _nth, request) => {
      if (sentHeader(request, 'authorization')[0] !== 'Bearer {{token:unscoped}}')
        return control(step);
      return step.startsWith('witness')
        ? elsewhere
        : (refusal(step, ++lacking, request) ?? forbidden);
    },
  );
  return { ...run, lacking };
}

/** Serves the listing when `letsIn` says so. */
export const letting =
  (
    letsIn: (step: string, nth: number, request: Request) => boolean,
  ): NonNullable<Guard['refusal']> =>
  (...of) =>
    letsIn(...of) ? listing : undefined;
