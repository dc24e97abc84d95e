import type { Lost } from '../exchange/exchange.ts';

/** After this many requests in a row without a response, the target counts as down. */
const threshold = 24;
/** While the target is down, one request per this interval checks whether it is back. */
const probeEveryMs = 1_000;
/** After at most this time without a response, nothing more is sent. */
const giveUpAfterMs = 20_000;

const down: Lost = { lost: 'target-down', detail: 'the target stopped responding' };

/**
 * Stops sending to a dead target, so that the run does not wait for a timeout on every request. One
 * per origin.
 */
export class Breaker {
  #silent = 0;
  #openedAt: number | undefined;
  #nextProbeAt = 0;
  #latest: Lost | undefined;
  readonly #giveUpAfterMs: number;

  /**
   * `giveUpMs`: gives up after this time without a response, if that is shorter than the default.
   */
  constructor(giveUpMs = giveUpAfterMs) {
    this.#giveUpAfterMs = Math.min(giveUpMs, giveUpAfterMs);
  }

  /** Reports whether the next request may be sent now. */
  admits(now: number): boolean {
    if (this.#openedAt === undefined) return true;
    if (this.hasGivenUp(now) || now < this.#nextProbeAt) return false;
    this.#nextProbeAt = now + probeEveryMs;
    return true;
  }

  /** Reports whether nothing more is sent, so that waiting is useless. */
  hasGivenUp(now: number): boolean {
    return this.#openedAt !== undefined && now - this.#openedAt > this.#giveUpAfterMs;
  }

  /** Returns why requests are not sent: the target is down, or the proxy refuses them. */
  get reason(): Lost {
    const latest = this.#latest;
    return latest?.lost === 'proxy' ? latest : down;
  }

  answered(): void {
    this.#silent = 0;
    this.#openedAt = undefined;
  }

  /** `lost`: why the request got no response. */
  unanswered(now: number, lost: Lost): void {
    this.#silent++;
    this.#latest = lost;
    if (this.#silent >= threshold && this.#openedAt === undefined) {
      this.#openedAt = now;
      this.#nextProbeAt = now + probeEveryMs;
    }
  }
}
