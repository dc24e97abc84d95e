/** Requests that may time out before the run asks nothing twice that does: a target that hangs a lot would take the run with it. */
const most = 9;
/** Requests after these, one at a time, that are asked again all the same: else no silence would ever be proven. */
const mostWitnesses = 2;

/** Whether what timed out is sent again. */
export class Patience {
  #timeouts = 0;
  #witnesses = 0;
  #witness: string | undefined;

  timedOut(): void {
    this.#timeouts++;
  }

  /** Whether the request of that name may be sent again. */
  lasts(request: string): boolean {
    if (this.#timeouts < most) return true;
    if (this.#witness === undefined && this.#witnesses < mostWitnesses) {
      this.#witnesses++;
      this.#witness = request;
    }
    return this.#witness === request;
  }

  /** That request is not sent any more. */
  ended(request: string): void {
    if (this.#witness === request) this.#witness = undefined;
  }
}
