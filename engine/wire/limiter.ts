/**
 * Who may send, and when: at most `concurrency` at a time, at most `rate` a second, nobody during a pause that the
 * target asked for, and one alone when a token is renewed.
 */
export class Limiter {
  readonly #concurrency: number;
  readonly #intervalMs: number;
  readonly #waiting: (() => void)[] = [];
  #active = 0;
  #nextAt = 0;
  #pausedUntil = 0;
  #exclusive: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idle: (() => void) | undefined;

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

  /** Nobody is admitted before that time (milliseconds since the epoch). */
  pauseUntil(time: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, time);
  }

  /** Waits until nothing is in flight, then runs `action` while nothing else is admitted; `action` sends past the limiter. */
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
      return await action();
    } finally {
      this.#exclusive = undefined;
      release();
      this.#admit();
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#active < this.#concurrency && !this.#exclusive) {
      const now = Date.now();
      const at = Math.max(this.#pausedUntil, this.#nextAt);
      if (at > now) {
        this.#timer ??= setTimeout(
          () => {
            this.#timer = undefined;
            this.#admit();
          },
          Math.ceil(at - now),
        );
        return;
      }
      if (this.#intervalMs > 0) this.#nextAt = Math.max(now, this.#nextAt) + this.#intervalMs;
      this.#active++;
      this.#waiting.shift()?.();
    }
  }
}
