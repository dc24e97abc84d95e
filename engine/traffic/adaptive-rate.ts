/**
 * Adapts the request rate to a server with a rate limit. Requests are not slowed down until the
 * server rejects many of them. The rate then drops below what the server accepted, and rises while
 * the server rejects few. An occasional rejection only leads to a retry.
 */
export class AdaptiveRate {
  /** 0 if requests are not slowed down. */
  #intervalMs = 0;
  #nextAt = 0;
  #changedAt = 0;
  #since = 0;
  #taken = 0;
  #turnedAway = 0;

  /**
   * Returns the milliseconds to wait before sending, from `now`, and counts the request as sent.
   */
  reserve(now: number): number {
    if (this.#intervalMs === 0) return 0;
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#intervalMs;
    return at - now;
  }

  /** Notes the response to a request sent at `sentAt`: accepted, or rejected by a rate limit. */
  heard(turnedAway: boolean, sentAt: number, now: number): void {
    // A request that was in flight when the rate changed says nothing about the new rate.
    if (sentAt < this.#changedAt) return;
    if (this.#taken + this.#turnedAway === 0) this.#since = sentAt;
    if (turnedAway) this.#turnedAway++;
    else this.#taken++;
    const all = this.#taken + this.#turnedAway;
    if (this.#turnedAway >= fewest && this.#turnedAway > all * many) this.#slowDown(now);
    else if (all >= windowSize) {
      if (this.#turnedAway <= all * few) this.#speedUp();
      this.#look();
    }
  }

  #slowDown(now: number): void {
    const seconds = Math.max(now - this.#since, 50) / 1000;
    const isLimited = this.#intervalMs > 0;
    const asked = isLimited ? 1000 / this.#intervalMs : (this.#taken + this.#turnedAway) / seconds;
    const taken = this.#taken === 0 ? Number.POSITIVE_INFINITY : this.#taken / seconds;
    const perSecond = Math.max(slowest, Math.min(taken, asked * (isLimited ? 0.7 : 0.5)));
    this.#intervalMs = 1000 / perSecond;
    this.#nextAt = now + this.#intervalMs;
    this.#changedAt = now;
    this.#look();
  }

  #speedUp(): void {
    const faster = this.#intervalMs / 1.1;
    this.#intervalMs = faster < 1 ? 0 : faster;
  }

  #look(): void {
    this.#taken = 0;
    this.#turnedAway = 0;
  }
}

/**
 * The share of rejections is counted over at most this many responses. Then the count starts again.
 */
const windowSize = 25;
/** A greater share of rejections slows the run down, if there are at least `fewest` rejections. */
const many = 0.2;
/** If at most this share of a whole window is rejected, the run speeds up. */
const few = 0.04;
const fewest = 4;
/** Requests per second. A slower target needs --rate. */
const slowest = 2;
