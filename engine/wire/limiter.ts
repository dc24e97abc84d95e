/**
 * Who may send, and when. It is the turn of at most `concurrency` at a time, and of one alone where a token is renewed.
 * Those whose turn it is leave one after the other: at most `rate` in a second, and nobody during a pause that the target
 * asked for.
 */
export class Limiter {
  #concurrency: number;
  readonly #rate: number | undefined;
  readonly #waiting: (() => void)[] = [];
  readonly #leaving: { readonly mayLeave: () => boolean; readonly leave: (left: Departure | undefined) => void }[] = [];
  /** How many there may be in a second. */
  readonly #most: number;
  /** The last departures, as many as that. */
  readonly #recent: { countsUntil: number }[] = [];
  #active = 0;
  #nextAt = 0;
  #pausedUntil = 0;
  #exclusive: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idle: (() => void) | undefined;
  #open = false;

  constructor(concurrency: number, rate?: number) {
    this.#concurrency = concurrency;
    this.#rate = rate;
    this.#most = rate === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(rate));
  }

  /** From now on no more than so many at a time; never more than before. */
  atMost(concurrency: number): void {
    this.#concurrency = Math.min(this.#concurrency, concurrency);
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

  /** Waits until nothing is in flight, then runs `action` while it is nobody else's turn. */
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

  /**
   * Waits until one more request may leave. Call what it resolves to when an answer came, or when none will come.
   * Undefined where it was opened in the meantime, or where it may not leave any more: that counts for nothing.
   */
  depart(mayLeave: () => boolean = () => true): Promise<Departure | undefined> {
    return new Promise((leave) => {
      this.#leaving.push({ mayLeave, leave });
      this.#dispatch();
    });
  }

  /** Nobody leaves before that time (milliseconds since the epoch). */
  pauseUntil(time: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + time - Date.now());
  }

  /**
   * Ends every wait, and every pause: for when all that are still to come only have to hear that nothing is sent any
   * more. What leaves all the same still keeps to the rate.
   */
  open(): void {
    this.#open = true;
    for (const admit of this.#waiting.splice(0)) {
      this.#active++;
      admit();
    }
    for (const { leave } of this.#leaving.splice(0)) leave(undefined);
    this.#dispatch();
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
      this.#active++;
      this.#waiting.shift()?.();
    }
  }

  #dispatch(): void {
    clearTimeout(this.#timer);
    while (this.#leaving.length > 0) {
      const left = this.#leftMs();
      if (left > 0) {
        this.#timer = setTimeout(() => this.#dispatch(), Math.min(Math.ceil(left), longestTimerMs));
        return;
      }
      const next = this.#leaving.shift();
      next?.leave(next.mayLeave() ? this.#count() : undefined);
    }
  }

  /** Milliseconds until the next may leave. */
  #leftMs(): number {
    const paused = this.#open ? 0 : this.#pausedUntil;
    const isFull = this.#recent.length >= this.#most;
    return Math.max(paused, this.#nextAt, isFull ? (this.#recent[0]?.countsUntil ?? 0) : 0) - performance.now();
  }

  /** Counts one departure against the rate. */
  #count(): Departure {
    if (this.#rate === undefined) return () => {};
    const now = performance.now();
    this.#nextAt = now + 1_000 / this.#rate;
    const departed = { countsUntil: now + longestWayMs + secondMs };
    this.#recent.push(departed);
    if (this.#recent.length > this.#most) this.#recent.shift();
    return () => {
      departed.countsUntil = Math.min(departed.countsUntil, performance.now() + secondMs);
      this.#dispatch();
    };
  }
}

/** Says that a request that left has arrived: it is answered, or lost. */
export type Departure = () => void;

/**
 * A target counts when requests arrive, which is between their departure and their answer. Counted until a second after
 * the answer, never more than the rate arrive in a second of the target's, whatever the network does. A little more, for
 * clocks that differ.
 */
const secondMs = 1_005;
/** One that is not answered by then has arrived, as far as anybody can tell. */
const longestWayMs = 1_000;
/** Timers take 31 bits. */
const longestTimerMs = 60_000;
