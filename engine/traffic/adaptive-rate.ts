/** Below what the server accepted, once it rejects many requests. Rises while it rejects few. */
export class AdaptiveRate {
  /** 0 if requests are not slowed down. */
  #intervalMs = 0;
  #nextAt = 0;
  #changedAt = 0;
  #since = 0;
  #taken = 0;
  #turnedAway = 0;

  reserve(now: number) {
    if (this.#intervalMs === 0) return 0;
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#intervalMs;
    return at - now;
  }

  heard(turnedAway: boolean, sentAt: number, now: number) {
    // A request in flight when the rate changed says nothing about the new rate.
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

  #slowDown(now: number) {
    const seconds = Math.max(now - this.#since, 50) / 1000;
    const isLimited = this.#intervalMs > 0;
    const asked = isLimited ? 1000 / this.#intervalMs : (this.#taken + this.#turnedAway) / seconds;
    const taken = this.#taken === 0 ? Infinity : this.#taken / seconds;
    const perSecond = Math.max(slowest, Math.min(taken, asked * (isLimited ? 0.7 : 0.5)));
    this.#intervalMs = 1000 / perSecond;
    this.#nextAt = now + this.#intervalMs;
    this.#changedAt = now;
    this.#look();
  }

  #speedUp() {
    const faster = this.#intervalMs / 1.1;
    this.#intervalMs = faster < 1 ? 0 : faster;
  }

  #look() {
    this.#taken = 0;
    this.#turnedAway = 0;
  }
}

const windowSize = 25;
const many = 0.2;
const few = 0.04;
const fewest = 4;
/** Requests per second. A slower target needs --rate. */
const slowest = 2;
