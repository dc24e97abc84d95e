import type { Lost } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';

/**
 * The most requests that a run sends to the token endpoint, retries included: identity providers bill them, limit them,
 * and lock clients out. At any depth, a run requests about twenty-five tokens and provokes as many refusals. The rest
 * allows for renewals of short-lived tokens and for retries.
 */
export const mostGrants = 200;
export const mostProvoked = 80;

/** Counts requests to the token endpoint and enforces the limits. */
export class TokenBudget {
  #grants = 0;
  #provoked = 0;

  /** Counts a request that is about to be sent. Returns why it must not be sent, if there were too many before it. */
  spend({ origin, yields }: Request): Lost | undefined {
    if (origin !== 'token') return undefined;
    const spent = yields === undefined ? this.#provoked++ >= mostProvoked : this.#grants++ >= mostGrants;
    if (!spent) return undefined;
    return { lost: 'no-credential', detail: yields === undefined ? enough(mostProvoked) : enough(mostGrants) };
  }

  /** Returns why no more tokens are requested; undefined if they still are. */
  exhausted(): string | undefined {
    return this.#grants < mostGrants ? undefined : enough(mostGrants);
  }
}

function enough(number: number): string {
  return `a run sends at most ${number} such requests to the token endpoint`;
}
