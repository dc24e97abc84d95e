/**
 * Who may send, and when: at most `concurrency` at a time, at most `rate` a second, nobody during a pause that the
 * target asked for, and one alone when a token is renewed.
 */
export class Limiter {
  #concurrency: number;
  readonly #intervalMs: number;
  readonly #waiting: (() => void)[] = [];
  #active = 0;
  #nextAt = 0;
  #pausedUntil = 0;
  #exclusive: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idle: (() => void) | undefined;
  #open = false;
  #wake: (() => void) | undefined;

  constructor(concurrency: number, rate?: number) {
    this.#concurrency = concurrency;
    this.#intervalMs = rate === undefined ? 0 : 1000 / rate;
  }

  /** Runs `send` when its turn has come. */
  async run<T>(send: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await send();
    } finally {
      this.#active--;
      if (this.#active === 0) this.#idle?.();
      this.#admit();
    }
  }

  /** From now on not more than so many at a time. */
  atMost(concurrency: number): void {
    this.#concurrency = Math.min(this.#concurrency, concurrency);
  }

  /** Nobody is admitted before that time (milliseconds since the epoch). */
  pauseUntil(time: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, time);
  }

  /** From now on nobody waits: for when nothing is sent any more, and all that are still to come only have to hear it. */
  open(): void {
    this.#open = true;
    clearTimeout(this.#timer);
    for (const admit of this.#waiting.splice(0)) {
      this.#active++;
      admit();
    }
    this.#wake?.();
  }

  /** Waits until nothing is in flight, then runs `action` while nothing else is admitted; `action` sends past the limiter, once. */
  async alone<T>(action: () => Promise<T>): Promise<T> {
    while (this.#exclusive) await this.#exclusive;
    let release = () => {};
    this.#exclusive = new Promise((resolve) => {
      release = resolve;
    });
    try {
      if (this.#active > 0) {
        await new Promise<void>((resolve) => {
          this.#idle = resolve;
        });
        this.#idle = undefined;
      }
      await this.#pace();
      return await action();
    } finally {
      this.#exclusive = undefined;
      release();
      this.#admit();
    }
  }

  /** Waits out pause and rate, for the one that is alone. */
  async #pace(): Promise<void> {
    for (let left = this.#leftMs(); left > 0 && !this.#open; left = this.#leftMs()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.ceil(left));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#count();
  }

  /** Milliseconds until the next may be admitted. */
  #leftMs(): number {
    return Math.max(this.#pausedUntil, this.#nextAt) - Date.now();
  }

  /** Counts one admission against the rate. */
  #count(): void {
    if (this.#intervalMs > 0) this.#nextAt = Math.max(Date.now(), this.#nextAt) + this.#intervalMs;
  }

  #turn(): Promise<void> {
    if (this.#open) {
      this.#active++;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#active < this.#concurrency && !this.#exclusive) {
      const left = this.#leftMs();
      if (left > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#admit();
        }, Math.ceil(left));
        return;
      }
      this.#count();
      this.#active++;
      this.#waiting.shift()?.();
    }
  }
}
