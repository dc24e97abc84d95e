const most = 9;
/** So many later requests are retried, one at a time, so that a later timeout can be proven. */
const mostLater = 2;

export class TimeoutBudget {
  #timeouts = 0;
  #later = 0;
  #retried: string | undefined;

  timedOut() {
    this.#timeouts++;
  }

  lasts(request: string) {
    if (this.#timeouts < most) return true;
    if (this.#retried === undefined && this.#later < mostLater) {
      this.#later++;
      this.#retried = request;
    }
    return this.#retried === request;
  }

  ended(request: string) {
    if (this.#retried === request) this.#retried = undefined;
  }
}
