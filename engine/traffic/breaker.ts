import type { Lost } from '../exchange/exchange.ts';

const threshold = 24;
const probeEveryMs = 1_000;
const giveUpAfterMs = 20_000;

const down: Lost = { lost: 'target-down', detail: 'the target stopped responding' };

export class Breaker {
  #silent = 0;
  #openedAt: number | undefined;
  #nextProbeAt = 0;
  #latest: Lost | undefined;
  readonly #giveUpAfterMs;

  /** `giveUpMs`: if that is shorter than the default. */
  constructor(giveUpMs = giveUpAfterMs) {
    this.#giveUpAfterMs = Math.min(giveUpMs, giveUpAfterMs);
  }

  admits(now: number) {
    if (this.#openedAt === undefined) return true;
    if (this.hasGivenUp(now) || now < this.#nextProbeAt) return false;
    this.#nextProbeAt = now + probeEveryMs;
    return true;
  }

  hasGivenUp(now: number) {
    return this.#openedAt !== undefined && now - this.#openedAt > this.#giveUpAfterMs;
  }

  get reason() {
    const latest = this.#latest;
    return latest?.lost === 'proxy' ? latest : down;
  }

  answered() {
    this.#silent = 0;
    this.#openedAt = undefined;
  }

  unanswered(now: number, lost: Lost) {
    this.#silent++;
    this.#latest = lost;
    if (this.#silent >= threshold && this.#openedAt === undefined) {
      this.#openedAt = now;
      this.#nextProbeAt = now + probeEveryMs;
    }
  }
}
