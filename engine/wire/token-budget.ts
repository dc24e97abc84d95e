import type { Lost } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';

/**
 * Requests to the token endpoint that a run sends at most, repetitions included: identity providers bill them, limit them,
 * and lock clients out. A run asks for about twenty-five tokens in earnest and provokes as many refusals, at any depth;
 * beyond that it renews tokens that are short-lived, and repeats what was turned away or lost.
 */
export const mostGrants = 200;
export const mostProvoked = 80;

/** Counts requests to the token endpoint, and says when there were enough of them. */
export class TokenBudget {
  #grants = 0;
  #provoked = 0;

  /** Counts a request that is about to be sent; says why it must not be, where there were too many before. */
  spend({ origin, yields }: Request): Lost | undefined {
    if (origin !== 'token') return undefined;
    const spent = yields === undefined ? this.#provoked++ >= mostProvoked : this.#grants++ >= mostGrants;
    if (!spent) return undefined;
    return { lost: 'no-credential', detail: yields === undefined ? enough(mostProvoked) : enough(mostGrants) };
  }

  /** Why no token is asked for any more; undefined while there may be. */
  exhausted(): string | undefined {
    return this.#grants < mostGrants ? undefined : enough(mostGrants);
  }
}

function enough(number: number): string {
  return `a run sends no more than ${number} such requests to the token endpoint`;
}
