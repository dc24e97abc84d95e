/** This many requests in a row without any answer, and the target counts as down. */
const threshold = 24;
/** While it is down, one request at a time asks whether it is back, this often. */
const probeEveryMs = 1_000;
/** After this long without an answer at most, nothing is asked any more. */
const giveUpAfterMs = 20_000;

/** Keeps a run from waiting out the time limit of every request to a target that is dead. One per origin. */
export class Breaker {
  #silent = 0;
  #openedAt: number | undefined;
  #nextProbeAt = 0;
  readonly #giveUpAfterMs: number;

  /** `patienceMs`: after this long without an answer it gives up, if that is sooner than it would by itself. */
  constructor(patienceMs = giveUpAfterMs) {
    this.#giveUpAfterMs = Math.min(patienceMs, giveUpAfterMs);
  }

  /** Whether the next request may be sent now. */
  admits(now: number): boolean {
    if (this.#openedAt === undefined) return true;
    if (this.hasGivenUp(now) || now < this.#nextProbeAt) return false;
    this.#nextProbeAt = now + probeEveryMs;
    return true;
  }

  /** Whether nothing is asked any more, so that waiting is in vain. */
  hasGivenUp(now: number): boolean {
    return this.#openedAt !== undefined && now - this.#openedAt > this.#giveUpAfterMs;
  }

  answered(): void {
    this.#silent = 0;
    this.#openedAt = undefined;
  }

  unanswered(now: number): void {
    this.#silent++;
    if (this.#silent >= threshold && this.#openedAt === undefined) {
      this.#openedAt = now;
      this.#nextProbeAt = now + probeEveryMs;
    }
  }
}
