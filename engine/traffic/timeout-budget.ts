/**
 * After this many timeouts, requests that time out are not retried: a target that hangs would use
 * up the time.
 */
const most = 9;
/**
 * This many of the later requests are still retried, one at a time. Otherwise no later timeout
 * could be proven.
 */
const mostLater = 2;

/** Decides whether a request that timed out is sent again. */
export class TimeoutBudget {
  #timeouts = 0;
  #later = 0;
  /** The later request that is being retried. */
  #retried: string | undefined;

  timedOut(): void {
    this.#timeouts++;
  }

  /** Reports whether the request of that name may be sent again. */
  lasts(request: string): boolean {
    if (this.#timeouts < most) return true;
    if (this.#retried === undefined && this.#later < mostLater) {
      this.#later++;
      this.#retried = request;
    }
    return this.#retried === request;
  }

  ended(request: string): void {
    if (this.#retried === request) this.#retried = undefined;
  }
}
