/**
 * After this many timeouts, requests that time out are not retried. Otherwise a target that often hangs would use up
 * the time of the run.
 */
const most = 9;
/** This many of the later requests are still retried, one at a time. Otherwise no later timeout could be proven. */
const mostWitnesses = 2;

/** Decides whether a request that timed out is sent again. */
export class Patience {
  #timeouts = 0;
  #witnesses = 0;
  #witness: string | undefined;

  timedOut(): void {
    this.#timeouts++;
  }

  /** Reports whether the request of that name may be sent again. */
  lasts(request: string): boolean {
    if (this.#timeouts < most) return true;
    if (this.#witness === undefined && this.#witnesses < mostWitnesses) {
      this.#witnesses++;
      this.#witness = request;
    }
    return this.#witness === request;
  }

  /** Notes that the request of that name is finished. */
  ended(request: string): void {
    if (this.#witness === request) this.#witness = undefined;
  }
}
